import { expect, test } from "vitest";
import { sendTo } from "../../api/api.ts";
import { applications, newUser } from "../../api/world.ts";
import { client, codeFor, exchange, form, type Tokens } from "../../identity/authorization-code.ts";
import { gateways } from "../running.ts";

const [one, other] = gateways;

/** A new user's tokens for the demo application. */
const granted = async (): Promise<Tokens> => {
  const user = await newUser();
  return (await exchange(await codeFor(user.id))).json<Tokens>();
};
const statusOn = async (gateway: string, token: string) =>
  (await sendTo(gateway, "GET", { path: "/users/me", token })).status;
const refreshOn = (gateway: string, refresh_token: string) => {
  const { client_id, client_secret } = client;
  const body = form({ client_id, client_secret, grant_type: "refresh_token", refresh_token });
  return sendTo(gateway, "POST", { path: "/oauth/token", body });
};

test("a permission withdrawn on one gateway is gone on the other", async () => {
  const { access_token: token, user_id } = await granted();
  expect([await statusOn(one, token), await statusOn(other, token)]).toEqual([200, 200]);
  const path = `/users/${user_id}/applications/${applications.default.id}`;
  expect((await sendTo(one, "DELETE", { path, token })).status).toBe(200);
  expect(await statusOn(one, token)).toBe(401);
  await expect.poll(() => statusOn(other, token)).toBe(401);
});

test("of two refreshes of one token on two gateways exactly one wins, and stays valid on both", async () => {
  for (let round = 0; round < 5; round++) {
    const { refresh_token } = await granted();
    const answers = await Promise.all(gateways.map((gateway) => refreshOn(gateway, refresh_token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const winner = answers.find(({ status }) => status === 200)?.json<Tokens>();
    for (const gateway of gateways) expect(await statusOn(gateway, winner?.access_token ?? "")).toBe(200);
    expect((await refreshOn(other, winner?.refresh_token ?? "")).status).toBe(200);
  }
});

test("a code that is exchanged on two gateways at once gives tokens once", async () => {
  const code = await codeFor((await newUser()).id);
  const { client_id, client_secret, redirect_uri } = client;
  const body = form({ client_id, client_secret, redirect_uri, grant_type: "authorization_code", code });
  const answers = await Promise.all(
    gateways.map((gateway) => sendTo(gateway, "POST", { path: "/oauth/token", body })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("a code exchanged on one gateway while the permission is withdrawn on the other leaves no valid token", async () => {
  for (let round = 0; round < 5; round++) {
    const user = await newUser();
    const code = await codeFor(user.id);
    const { client_id, client_secret, redirect_uri } = client;
    const body = form({ client_id, client_secret, redirect_uri, grant_type: "authorization_code", code });
    const path = `/users/${user.id}/applications/${applications.default.id}`;
    const [exchanged, withdrawn] = await Promise.all([
      sendTo(one, "POST", { path: "/oauth/token", body }),
      sendTo(other, "DELETE", { path, token: user.access_token }),
    ]);
    expect(withdrawn.status).toBe(200);
    const given = exchanged.json<Partial<Tokens>>().access_token ?? "none";
    for (const gateway of gateways) await expect.poll(() => statusOn(gateway, given)).toBe(401);
    expect((await sendTo(one, "POST", { path: "/oauth/token", body })).status).toBe(400);
  }
});
