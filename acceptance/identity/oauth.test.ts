import { createHash, randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Answer, get, post, remove } from "../api/api.ts";
import { newUser, users } from "../api/world.ts";
import { client, codeFor, consent, exchange, form, type Tokens, token } from "./authorization-code.ts";

const { client_id, client_secret, redirect_uri } = client;

/** Expects an error in the body of `/oauth`: five fields (decisions 1.1, 2.2). */
function expectOAuthError(answer: Answer, error: string, status = 400): void {
  const body = answer.json<Record<string, unknown>>();
  expect({ status: answer.status, body }).toMatchObject({
    status,
    body: { error, status, cause: expect.any(Array) },
  });
  expect(Object.keys(body).toSorted()).toEqual(["cause", "error", "error_description", "message", "status"]);
  expect(body.message).toMatch(/\w/);
  expect(body.error_description).toMatch(/\w/);
}

describe("authorization code", () => {
  test("the consent page names the test users; allowing sends code and state to the redirect URI", async () => {
    const page = await get(`/authorization?${form({ response_type: "code", client_id, redirect_uri })}`);
    expect(page.text).toContain(users.buyer_mla.nickname);
    expect(page.text).toContain(String(users.buyer_mla.id));
    expect(page.text).not.toMatch(/<script/i);
    const location = await consent(users.buyer_mla.id, { state: "a b&c" });
    expect(location.href.startsWith(redirect_uri)).toBe(true);
    expect(location.searchParams.get("state")).toBe("a b&c");
    expect(location.searchParams.get("code")).toMatch(/\w{8,}/);
  });

  test("a code becomes tokens once", async () => {
    const user = await newUser();
    const code = await codeFor(user.id);
    const answer = await exchange(code);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(answer.json()).toEqual({
      access_token: expect.stringMatching(new RegExp(`^APP_USR-${client_id}-\\w+-${user.id}$`)),
      token_type: "Bearer",
      expires_in: 21_600,
      user_id: user.id,
      scope: expect.stringMatching(/read/),
      refresh_token: expect.stringMatching(new RegExp(`^TG-\\w+-${user.id}$`)),
    });
    expect((await get("/users/me", { as: answer.json<Tokens>() })).json()).toMatchObject({ id: user.id });
    expectOAuthError(await exchange(code), "invalid_grant");
  });

  test.each(["S256", "plain"])("PKCE by %s holds the code to its verifier", async (method) => {
    const verifier = randomBytes(32).toString("base64url");
    const challenge =
      method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
    const challenged = { code_challenge: challenge, code_challenge_method: method };
    const code = await codeFor(users.buyer_mla.id, challenged);
    expectOAuthError(await exchange(code), "invalid_grant");
    expectOAuthError(await exchange(code, { code_verifier: `${verifier}x` }), "invalid_grant");
    expect((await exchange(code, { code_verifier: verifier })).status).toBe(200);
  });

  test("the redirect URI must match exactly, and the client must exist: nobody is sent anywhere", async () => {
    for (const wrong of [
      { redirect_uri: `${redirect_uri}/x` },
      { redirect_uri: "https://evil.example/" },
      { client_id: "7" },
    ]) {
      const answer = await get(
        `/authorization?${form({ response_type: "code", client_id, redirect_uri, ...wrong })}`,
      );
      expect(answer.status).toBe(400);
      expect(answer.headers.get("location")).toBeNull();
    }
    const code = await codeFor(users.buyer_mla.id);
    expectOAuthError(await exchange(code, { redirect_uri: `${redirect_uri}/x` }), "invalid_grant");
  });
});

describe("refreshing", () => {
  const refresh = (refresh_token: string) => token({ grant_type: "refresh_token", refresh_token });
  const granted = async () => (await exchange(await codeFor((await newUser()).id))).json<Tokens>();

  test("gives new tokens of the same user; a refresh token works once", async () => {
    const first = await granted();
    const second = (await refresh(first.refresh_token)).json<Tokens>();
    expect(second).toMatchObject({ user_id: first.user_id, token_type: "Bearer", expires_in: 21_600 });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await get("/users/me", { as: second })).status).toBe(200);
    expectOAuthError(await refresh(first.refresh_token), "invalid_grant");
  });

  test("of two at once exactly one wins, and the winner stays valid", async () => {
    const { refresh_token } = await granted();
    const answers = await Promise.all([refresh(refresh_token), refresh(refresh_token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const winner = answers.find(({ status }) => status === 200)?.json<Tokens>();
    expect((await get("/users/me", { as: winner ?? { access_token: "" } })).status).toBe(200);
    expect((await refresh(winner?.refresh_token ?? "")).status).toBe(200);
  });

  test("needs offline_access", async () => {
    const code = await codeFor(users.buyer_mla.id, { scope: "read" });
    const answer = await exchange(code);
    expect(answer.json()).toMatchObject({ scope: "read" });
    expect(answer.json()).not.toHaveProperty("refresh_token");
    const written = await post("/questions", { as: answer.json<Tokens>(), body: {} });
    expect(written.status).toBe(403);
  });
});

describe("the token endpoint", () => {
  const credentials = { grant_type: "client_credentials" };

  test("gives the owner's token for client credentials, by form, JSON and query string", async () => {
    const fields = { client_id, client_secret, ...credentials };
    const answers = [
      await post("/oauth/token", { body: form(fields) }),
      await post("/oauth/token", { body: fields }),
      await post(`/oauth/token?${form(fields)}`),
    ];
    for (const answer of answers)
      expect({ status: answer.status, body: answer.json() }).toMatchObject({
        status: 200,
        body: { user_id: users.seller_mla.id, token_type: "Bearer", expires_in: 21_600 },
      });
  });

  test("takes HTTP Basic, and answers its failure with 401", async () => {
    const basic = (secret: string) => ({
      Authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString("base64")}`,
    });
    const ask = (secret: string) => post("/oauth/token", { headers: basic(secret), body: form(credentials) });
    expect((await ask(client_secret)).status).toBe(200);
    const refused = await ask("wrong");
    expectOAuthError(refused, "invalid_client", 401);
    expect(refused.headers.get("www-authenticate")).toMatch(/^Basic/);
  });

  test.each([
    ["invalid_client", { ...credentials, client_secret: "wrong" }],
    ["invalid_client", { ...credentials, client_id: "7" }],
    ["invalid_grant", { grant_type: "authorization_code", code: "wrong", redirect_uri }],
    ["invalid_grant", { grant_type: "refresh_token", refresh_token: "TG-wrong-1" }],
    ["invalid_request", {}],
    ["invalid_request", { grant_type: "refresh_token" }],
    ["invalid_request", { grant_type: "authorization_code", redirect_uri }],
    ["invalid_scope", { ...credentials, scope: "everything" }],
    ["unsupported_grant_type", { grant_type: "password" }],
  ] as [string, Record<string, string>][])("%s: %j", async (error, fields) => {
    expectOAuthError(await token(fields), error);
  });

  test("a wrong method is 405 in the body of /oauth", async () => {
    expect((await get("/oauth/token")).headers.get("allow")).toBe("POST, OPTIONS");
    expectOAuthError(await get("/oauth/token"), "method_not_allowed", 405);
  });
});

test("a withdrawn permission stops working everywhere", async () => {
  const user = await newUser();
  const granted = (await exchange(await codeFor(user.id))).json<Tokens>();
  expect((await get("/users/me", { as: granted })).status).toBe(200);
  const withdrawn = await remove(`/users/${user.id}/applications/${client_id}`, { as: granted });
  expect(withdrawn.status).toBeLessThan(300);
  for (const path of ["/users/me", "/sites", "/questions/search", "/my/received_questions/search"])
    await expect.poll(async () => (await get(path, { as: granted })).status).toBe(401);
  expectOAuthError(
    await token({ grant_type: "refresh_token", refresh_token: granted.refresh_token }),
    "invalid_grant",
  );
});
