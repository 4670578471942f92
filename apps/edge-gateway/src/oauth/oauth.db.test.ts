import { expectErrorBody } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";

const gateway = await startGateway();
const { http, demo, clock } = gateway;

interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
}

const client = () => {
  const { client_id, client_secret } = demo.applications.default;
  return { client_id, client_secret };
};
const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
});
const form = (fields: Record<string, string>) => ({
  body: new URLSearchParams(fields).toString(),
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
});
const asked = (fields: Record<string, string>) => http.post("/oauth/token", form(fields));
const own = (fields: Record<string, string> = {}) =>
  asked({ grant_type: "client_credentials", ...client(), ...fields });
const refreshed = (refresh_token: string, fields: Record<string, string> = {}) =>
  asked({ grant_type: "refresh_token", ...client(), refresh_token, ...fields });
const works = async (token: string) =>
  (await http.get("/users/me", { headers: { Authorization: `Bearer ${token}` } })).status === 200;

const invalidRequests: [what: string, fields: () => Record<string, string>, error: string][] = [
  ["no grant_type", () => client(), "invalid_request"],
  ["another grant_type", () => ({ ...client(), grant_type: "password" }), "unsupported_grant_type"],
  ["no client", () => ({ grant_type: "client_credentials" }), "invalid_client"],
  [
    "an unknown client",
    () => ({ ...client(), client_id: "1", grant_type: "client_credentials" }),
    "invalid_client",
  ],
  [
    "a malformed client",
    () => ({ ...client(), client_id: "x", grant_type: "client_credentials" }),
    "invalid_client",
  ],
  [
    "a wrong secret",
    () => ({ ...client(), client_secret: "x", grant_type: "client_credentials" }),
    "invalid_client",
  ],
  [
    "a missing code",
    () => ({ ...client(), grant_type: "authorization_code", redirect_uri: "x" }),
    "invalid_request",
  ],
  [
    "a missing redirect_uri",
    () => ({ ...client(), grant_type: "authorization_code", code: "x" }),
    "invalid_request",
  ],
  [
    "an unknown code",
    () => ({ ...client(), grant_type: "authorization_code", code: "x", redirect_uri: "x" }),
    "invalid_grant",
  ],
  ["no refresh token", () => ({ ...client(), grant_type: "refresh_token" }), "invalid_request"],
  [
    "an unknown refresh token",
    () => ({ ...client(), grant_type: "refresh_token", refresh_token: "TG-x-1" }),
    "invalid_grant",
  ],
  [
    "an unknown scope",
    () => ({ ...client(), grant_type: "client_credentials", scope: "root" }),
    "invalid_scope",
  ],
];

describe("POST /oauth/token", () => {
  it.each(invalidRequests)("refuses %s", async (_what, fields, error) => {
    const body = expectErrorBody(await asked(fields()), {
      status: 400,
      error,
      extraFields: ["error_description"],
    });
    expect(body).toMatchObject({ error_description: body.message });
  });

  it("lets an application act for its owner", async () => {
    const answer = await own();
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toBe("no-store");
    const { id } = demo.users.seller_mla;
    expect(answer.json()).toEqual({
      access_token: expect.stringMatching(new RegExp(`^APP_USR-${client().client_id}-\\w+-${id}$`)),
      token_type: "Bearer",
      expires_in: 21_600,
      scope: "read write offline_access",
      user_id: id,
      refresh_token: expect.stringMatching(new RegExp(`^TG-\\w+-${id}$`)),
    });
  });

  it("gives a refresh token only with offline_access", async () => {
    const { refresh_token, scope } = (await own({ scope: "read" })).json<Partial<Tokens>>();
    expect({ refresh_token, scope }).toEqual({ refresh_token: undefined, scope: "read" });
  });

  it("takes JSON, a query string, a trailing slash and unknown parameters", async () => {
    const fields = { grant_type: "client_credentials", ...client(), unknown: "x" };
    const { client_id } = client();
    const asJson = await http.post("/oauth/token", { body: { ...fields, client_id: Number(client_id) } });
    const asQuery = await http.post(`/oauth/token/?${new URLSearchParams(fields)}`);
    expect([asJson.status, asQuery.status]).toEqual([200, 200]);
  });

  it("refuses a parameter that is sent twice, and a body it cannot read", async () => {
    const { body, headers } = form({ grant_type: "client_credentials", ...client() });
    const twice = await http.post("/oauth/token", { body: `${body}&grant_type=refresh_token`, headers });
    const differing = await http.post("/oauth/token?grant_type=refresh_token", { body, headers });
    const broken = await http.post("/oauth/token", {
      body: "{",
      headers: { "Content-Type": "application/json" },
    });
    const list = await http.post("/oauth/token", {
      body: "[]",
      headers: { "Content-Type": "application/json" },
    });
    const plain = await http.post("/oauth/token", { body, headers: { "Content-Type": "text/plain" } });
    for (const answer of [twice, differing, broken, list, plain])
      expectErrorBody(answer, { status: 400, error: "invalid_request", extraFields: ["error_description"] });
  });

  it("takes the client by HTTP Basic, and challenges a wrong one", async () => {
    const { client_id, client_secret } = client();
    const right = basic(client_id, client_secret);
    const { body, headers } = form({ grant_type: "client_credentials" });
    expect((await http.post("/oauth/token", { body, headers: { ...headers, ...right } })).status).toBe(200);
    for (const credentials of [
      basic(client_id, "wrong"),
      { Authorization: "Basic" },
      basic("0", client_secret),
    ]) {
      const wrong = await http.post("/oauth/token", { body, headers: { ...headers, ...credentials } });
      expectErrorBody(wrong, { status: 401, error: "invalid_client", extraFields: ["error_description"] });
      expect(wrong.headers["www-authenticate"]).toContain("Basic");
    }
    const both = form({ grant_type: "client_credentials", client_secret });
    const twice = await http.post("/oauth/token", { ...both, headers: { ...both.headers, ...right } });
    expectErrorBody(twice, { status: 400, error: "invalid_request", extraFields: ["error_description"] });
  });

  it("describes its errors on other methods too", async () => {
    const answer = await http.get("/oauth/token");
    expectErrorBody(answer, { status: 405, error: "method_not_allowed", extraFields: ["error_description"] });
  });

  it("describes its errors on paths beside it too", async () => {
    const answer = await http.get("/oauth/nowhere");
    expectErrorBody(answer, {
      status: 404,
      error: "resource not found",
      extraFields: ["error_description"],
      message: "Resource not found: GET /oauth/nowhere",
    });
  });
});

describe("a refresh token", () => {
  it("works once; a repetition within a minute is only refused", async () => {
    const first = (await own()).json<Tokens>();
    const second = (await refreshed(first.refresh_token)).json<Tokens>();
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expectErrorBody(await refreshed(first.refresh_token), {
      status: 400,
      error: "invalid_grant",
      extraFields: ["error_description"],
    });
    expect(await works(second.access_token)).toBe(true);
  });

  it("has exactly one winner when used many times in parallel, and the winner stays valid", async () => {
    const { refresh_token } = (await own()).json<Tokens>();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refreshed(refresh_token)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    const [winner] = winners.map((answer) => answer.json<Tokens>());
    expect(await works(winner?.access_token ?? "")).toBe(true);
    expect((await refreshed(winner?.refresh_token ?? "")).status).toBe(200);
  });

  it("revokes its whole family when used again after more than a minute", async () => {
    const first = (await own()).json<Tokens>();
    const second = (await refreshed(first.refresh_token)).json<Tokens>();
    expect(await works(second.access_token)).toBe(true);
    clock.advance(60_001);
    expect((await refreshed(first.refresh_token)).json()).toMatchObject({ error: "invalid_grant" });
    expect(await works(second.access_token)).toBe(false);
    expect((await refreshed(second.refresh_token)).json()).toMatchObject({ error: "invalid_grant" });
  });

  it("may ask for less, never for more", async () => {
    const first = (await own({ scope: "read offline_access" })).json<Tokens>();
    expect((await refreshed(first.refresh_token, { scope: "write" })).json()).toMatchObject({
      error: "invalid_scope",
    });
    const second = (await refreshed(first.refresh_token, { scope: "read" })).json<Tokens>();
    expect(second.scope).toBe("read");
  });

  it("expires after six months, and an access token after six hours", async () => {
    const { refresh_token, access_token } = (await own()).json<Tokens>();
    clock.advance(21_599_000);
    expect(await works(access_token)).toBe(true);
    clock.advance(1_000);
    expect(await works(access_token)).toBe(false);
    clock.advance(185 * 86_400_000);
    expect((await refreshed(refresh_token)).json()).toMatchObject({ error: "invalid_grant" });
  });
});

describe("what is written down", () => {
  it("contains no token and no secret, neither in the log nor in the database", async () => {
    const { access_token, refresh_token } = (await own()).json<Tokens>();
    await http.get(`/users/me?access_token=${access_token}`);
    await http.get(`/questions/search?access_token=${access_token}x`);
    await refreshed(refresh_token);
    await asked({ grant_type: "client_credentials", ...client(), scope: "root" });
    expect(gateway.logs()).toContain("served");
    const stored = await gateway.dump();
    for (const secret of [
      access_token,
      refresh_token,
      client().client_secret,
      demo.users.seller_mla.access_token,
    ]) {
      expect(gateway.logs()).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
    expect(stored).not.toContain(demo.applications.default.webhook_secret);
  });
});
