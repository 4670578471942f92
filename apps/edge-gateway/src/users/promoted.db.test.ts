import { type Answer, expectErrorBody } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { anotherGateway, startGateway } from "../gateway.fixture.ts";

const gateway = await startGateway();
const { http, demo, bearer } = gateway;
const replica = await anotherGateway(gateway);
type Name = keyof typeof demo.users;

const { client_id, client_secret, redirect_uri } = demo.applications.default;
const client = { client_id, client_secret };
const setRoles = (name: Name, roles: string[]) =>
  http.put(`/users/${demo.users[name].id}`, { ...bearer("operator"), body: { roles } });
async function codeOf(name: Name): Promise<string> {
  const fields = { response_type: "code", client_id, redirect_uri, decision: "allow" };
  const body = new URLSearchParams({ ...fields, user_id: String(demo.users[name].id) }).toString();
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const { location = "" } = (await http.post("/authorization", { body, headers })).headers;
  return new URL(location).searchParams.get("code") ?? "";
}
const exchange = (code: string) =>
  http.post("/oauth/token", { body: { grant_type: "authorization_code", code, redirect_uri, ...client } });
const refresh = (refresh_token: string) =>
  http.post("/oauth/token", { body: { grant_type: "refresh_token", refresh_token, ...client } });
const expectOAuth = (answer: Answer, error: string) =>
  expectErrorBody(answer, { status: 400, error, extraFields: ["error_description"] });
const statusOf = async (token: string, { http: where }: Pick<typeof gateway, "http">, path = "/users/me") =>
  (await where.get(path, { headers: { Authorization: `Bearer ${token}` } })).status;

describe("a user who becomes an operator", () => {
  it("has no token and no code from before, in any process", async () => {
    const { access_token } = demo.users.buyer_mla;
    const tokens = (await exchange(await codeOf("buyer_mla"))).json<{ refresh_token: string }>();
    const code = await codeOf("buyer_mla");
    for (const where of [gateway, replica]) expect(await statusOf(access_token, where)).toBe(200);
    expect((await setRoles("buyer_mla", ["buyer", "operator"])).status).toBe(200);
    expect(await statusOf(access_token, gateway)).toBe(401);
    await expect.poll(() => statusOf(access_token, replica)).toBe(401);
    expectOAuth(await refresh(tokens.refresh_token), "invalid_grant");
    expectOAuth(await exchange(code), "invalid_grant");
  });

  it("allows applications once more, and keeps those tokens when operators change their roles again", async () => {
    const { access_token } = (await exchange(await codeOf("buyer_mla"))).json<{ access_token: string }>();
    expect(await statusOf(access_token, gateway, "/audit_events")).toBe(200);
    await setRoles("buyer_mla", ["buyer", "seller", "operator"]);
    expect(await statusOf(access_token, gateway)).toBe(200);
    await setRoles("buyer_mla", ["buyer"]);
    expect(await statusOf(access_token, gateway, "/audit_events")).toBe(403);
  });
});

describe("a user who gets any other role", () => {
  it("keeps their tokens", async () => {
    const { access_token } = demo.users.buyer2_mla;
    await setRoles("buyer2_mla", ["buyer", "seller"]);
    expect(await statusOf(access_token, gateway)).toBe(200);
  });
});
