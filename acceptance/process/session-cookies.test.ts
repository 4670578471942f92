import { expect, test } from "vitest";
import { sendTo } from "../api/api.ts";
import { pagesOf } from "../identity/sign-in.ts";
import { tokenRows } from "../matrix/rows.ts";
import { newDataDir, started } from "./running.ts";

test("the cookies of a session, an operator's too, open no route of the API", {
  timeout: 400_000,
}, async () => {
  const product = await started({
    dataDir: await newDataDir(),
    prepared: true,
    env: { SIGN_IN: "password" },
  });
  const { baseUrl, sandbox } = product;
  const cookies: [string, string][] = [];
  for (const name of ["seller_mla", "operator"] as const) {
    const { nickname: login, password = "" } = sandbox.users[name];
    const browser = pagesOf(baseUrl);
    await browser.signIn({ path: "/sign_in", login, password });
    expect((await browser.get("/sign_in")).text).toContain(login);
    cookies.push([name, browser.cookie]);
  }
  const found: Record<string, string> = {};
  const expected: Record<string, string> = {};
  for (const { row, refused } of tokenRows) {
    const { path, body } = await row.call("seller");
    for (const [name, Cookie] of cookies) {
      const ask = { path, headers: { Cookie }, ...(body === undefined ? {} : { body }) };
      const answer = await sendTo(baseUrl, row.route.split(" ")[0] ?? "", ask);
      found[`${row.route}, ${name}`] = `${answer.status} ${answer.json<{ error?: string }>().error}`;
      expected[`${row.route}, ${name}`] = refused;
    }
  }
  expect(found).toEqual(expected);
});
