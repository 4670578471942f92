import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createClient, exchangeCode, type Tokens } from "@marketplace-api/client";
import { describe, expect, it } from "vitest";
import { baseUrl } from "../api/api.ts";
import { fixtures, newItem, newQuestion, newUser, users } from "../api/world.ts";
import { allow, clientId, clientSecret, redirectUri } from "./consent.ts";

const application = { clientId, clientSecret };
const example = fileURLToPath(new URL("../../packages/client/example/questions.ts", import.meta.url));

async function idsOf(elements: AsyncIterable<{ id: number | string }>): Promise<(number | string)[]> {
  const ids: (number | string)[] = [];
  for await (const { id } of elements) ids.push(id);
  return ids;
}

describe("our own client", () => {
  it("runs the example of its README", async () => {
    const env = { ...process.env, MARKETPLACE_URL: baseUrl, SELLER_TOKEN: users.seller_mla.access_token };
    const { stdout } = await promisify(execFile)(process.execPath, [example], { env });
    expect(stdout).toMatch(new RegExp(`^${fixtures.question_unanswered}: .`, "m"));
  });

  it("logs in, and renews a spent token once for many calls at a time", async () => {
    const user = await newUser();
    const code = await allow(user);
    const tokens = await exchangeCode({ baseUrl, application, code, redirectUri });
    const kept: Tokens[] = [];
    const onTokens = (renewed: Tokens) => void kept.push(renewed);
    const spent = { ...tokens, accessToken: `${tokens.accessToken}0` };
    const client = createClient({ baseUrl, auth: { application, tokens: spent, onTokens } });
    const answers = await Promise.all(Array.from({ length: 12 }, () => client.GET("/users/me")));
    for (const { data } of answers) expect(data).toMatchObject({ id: user.id });
    expect(kept).toHaveLength(1);
    expect(kept[0]?.refreshToken).not.toBe(tokens.refreshToken);
  });

  it("reads every question of an item, by pages and by scan", async () => {
    const item = await newItem(users.seller_mla);
    const asked: number[] = [];
    for (const text of ["¿Uno?", "¿Dos?", "¿Tres?", "¿Cuatro?", "¿Cinco?"])
      asked.push(await newQuestion(users.buyer_mla, item, text));
    const client = createClient({ baseUrl, auth: users.seller_mla.access_token });
    const params = { query: { item, limit: 2, sort_fields: "date_created", sort_types: "ASC" } };
    expect(await idsOf(client.paged("/questions/search", "questions", params))).toEqual(asked);
    const scanned = await idsOf(client.scan("/questions/search", "questions", params));
    expect(scanned.toSorted()).toEqual(asked.toSorted());
  });

  it("repeats a creation under its Idempotency-Key without a second question", async () => {
    const item = await newItem(users.seller_mla);
    const client = createClient({ baseUrl, auth: users.buyer_mla.access_token });
    const ask = () =>
      client.POST("/questions", {
        params: { header: { "Idempotency-Key": `${item}-1` } },
        body: { item_id: item, text: "¿Hay stock?" },
      });
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(first.data?.id).toEqual(expect.any(Number));
    expect(second.data).toEqual(first.data);
  });
});
