import { createHash } from "node:crypto";
import { type Answer, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";

const { http, demo, clock } = await startGateway();
const verifier = "a-verifier-of-more-than-forty-three-characters~0";
const challenge = createHash("sha256").update(verifier).digest("base64url");
const formHeaders = { "Content-Type": "application/x-www-form-urlencoded" };

type Fields = Record<string, string>;
const request = (fields: Fields = {}): Fields => ({
  response_type: "code",
  client_id: demo.applications.default.client_id,
  redirect_uri: demo.applications.default.redirect_uri,
  state: "a & b",
  ...fields,
});
const link = (fields: Fields) => `/authorization?${new URLSearchParams(fields)}`;
const submit = (fields: Fields) =>
  http.post("/authorization", { body: new URLSearchParams(fields).toString(), headers: formHeaders });
const allowed = (fields: Fields = {}) =>
  submit({ ...request(fields), user_id: String(demo.users.buyer_mla.id), decision: "allow" });
const sentBack = (answer: Answer) => {
  expect(answer.status).toBe(302);
  const url = new URL(answer.headers.location ?? "");
  expect(`${url.origin}${url.pathname}`).toBe(demo.applications.default.redirect_uri);
  return Object.fromEntries(url.searchParams);
};
const codeFor = async (fields: Fields = {}) => sentBack(await allowed(fields)).code ?? "";
const exchange = (fields: Fields) => {
  const { client_id, client_secret, redirect_uri } = demo.applications.default;
  const body = { grant_type: "authorization_code", client_id, client_secret, redirect_uri, ...fields };
  return http.post("/oauth/token", { body });
};
const refused = { error: "invalid_grant", status: 400 };

describe("the consent page", () => {
  it("names the application, the scopes and the test users, and needs no script", async () => {
    const page = await http.get(link(request()));
    expect(page.status).toBe(200);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    for (const { id, nickname } of Object.values(demo.users)) {
      expect(page.text).toContain(`<option value="${id}">${nickname} (${id}`);
    }
    for (const scope of ["read", "write", "offline_access"])
      expect(page.text).toContain(`<strong>${scope}</strong>`);
    expect(page.text).toContain('<label for="user_id">');
    expect(page.text).not.toMatch(/<script|https?:\/\/(?!localhost)/);
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });

  it("escapes what comes from outside", async () => {
    const page = await http.get(link(request({ state: '"><script>alert(1)</script>' })));
    expect(page.text).not.toContain("<script>");
    expect(page.text).toContain("&lt;script&gt;");
  });

  it("asks again when no user is chosen", async () => {
    for (const user_id of ["", "1", "x"]) {
      const page = await submit({ ...request(), user_id, decision: "allow" });
      expect(page.status).toBe(400);
      expect(page.text).toContain('role="alert"');
    }
  });

  it("does not redirect when client or redirect URI are uncertain", async () => {
    const broken: Fields[] = [
      { client_id: "1" },
      { client_id: "" },
      { redirect_uri: "" },
      { redirect_uri: "http://localhost:3000/callback/" },
      { redirect_uri: "https://elsewhere.example/callback" },
    ];
    for (const fields of broken) {
      expectProblem(await http.get(link(request(fields))), 400, "invalid_request");
      const page = await http.get(link(request(fields)), { headers: { Accept: "text/html" } });
      expect(page.status).toBe(400);
      expect(page.headers["content-type"]).toContain("text/html");
    }
    expectProblem(await http.get(`${link(request())}&client_id=2`), 400, "invalid_request");
  });

  it("redirects all other errors to the application, with its state", async () => {
    const invalidRequests: [Fields, string][] = [
      [{ response_type: "" }, "invalid_request"],
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ scope: "root" }, "invalid_scope"],
      [{ code_challenge: "short" }, "invalid_request"],
      [{ code_challenge: challenge, code_challenge_method: "MD5" }, "invalid_request"],
      [{ code_challenge_method: "S256" }, "invalid_request"],
    ];
    for (const [fields, error] of invalidRequests) {
      const answer = sentBack(await http.get(link(request(fields))));
      expect(answer).toEqual({ error, error_description: expect.any(String), state: "a & b" });
    }
    expect(sentBack(await http.get(`${link(request())}&scope=read&scope=write`))).toMatchObject({
      error: "invalid_request",
    });
  });

  it("tells the application when the user does not allow it", async () => {
    const answer = sentBack(await submit({ ...request(), decision: "deny" }));
    expect(answer).toMatchObject({ error: "access_denied", state: "a & b" });
  });
});

describe("an authorization code", () => {
  it("comes back with the state and is exchanged for tokens of the consenting user", async () => {
    const answer = sentBack(await allowed({ scope: "read offline_access" }));
    expect(answer).toEqual({ code: expect.stringMatching(/^TG-/), state: "a & b" });
    const tokens = await exchange({ code: answer.code ?? "" });
    expect(tokens.json()).toMatchObject({ user_id: demo.users.buyer_mla.id, scope: "read offline_access" });
    const { access_token } = tokens.json<{ access_token: string }>();
    const me = await http.get("/users/me", { headers: { Authorization: `Bearer ${access_token}` } });
    expect(me.json()).toMatchObject({ id: demo.users.buyer_mla.id });
  });

  it("works once, also when used many times in parallel", async () => {
    const code = await codeFor();
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange({ code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  });

  it("revokes its tokens when it is used again after more than a minute", async () => {
    const code = await codeFor();
    const { access_token } = (await exchange({ code })).json<{ access_token: string }>();
    clock.advance(60_001);
    expect((await exchange({ code })).json()).toMatchObject(refused);
    const me = await http.get("/users/me", { headers: { Authorization: `Bearer ${access_token}` } });
    expectProblem(me, 401, "invalid_token", "invalid access token");
  });

  it("expires after ten minutes", async () => {
    const code = await codeFor();
    clock.advance(600_000);
    expect((await exchange({ code })).json()).toMatchObject(refused);
  });

  it("requires its redirect URI, and survives a wrong one", async () => {
    const code = await codeFor();
    const wrong = await exchange({ code, redirect_uri: "http://127.0.0.1:3000/callback" });
    expect(wrong.json()).toMatchObject(refused);
    expect((await exchange({ code })).status).toBe(200);
  });

  it.each([
    ["S256", { code_challenge: challenge, code_challenge_method: "S256" }],
    ["plain", { code_challenge: verifier, code_challenge_method: "plain" }],
    ["plain when no method is named", { code_challenge: verifier }],
  ])("with a PKCE challenge (%s) wants the verifier", async (_name, fields: Fields) => {
    const code = await codeFor(fields);
    expect((await exchange({ code })).json()).toMatchObject(refused);
    expect((await exchange({ code, code_verifier: `${verifier}x` })).json()).toMatchObject(refused);
    expect((await exchange({ code, code_verifier: verifier })).status).toBe(200);
  });

  it("without a challenge takes no verifier", async () => {
    const code = await codeFor();
    expect((await exchange({ code, code_verifier: verifier })).json()).toMatchObject(refused);
  });
});
