import { type Answer, expectErrorBody, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { auditOf } from "../audit/audit.fixture.ts";
import { anotherGateway, startGateway } from "../gateway.fixture.ts";
import { checkPassword } from "../sign-in/password-check.service.ts";
import { setPassword } from "./administration.service.ts";

const gateway = await startGateway();
const { http, demo, bearer } = gateway;
const replica = await anotherGateway(gateway);
const { events } = auditOf(gateway);
type Name = keyof typeof demo.users;

const { client_id, client_secret, redirect_uri } = demo.applications.default;
const client = { client_id, client_secret };
const setStatus = (name: Name, status: "active" | "disabled") =>
  http.put(`/users/${demo.users[name].id}`, { ...bearer("operator"), body: { status } });
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
const statusOf = async (token: string, { http: where } = gateway) =>
  (await where.get("/users/me", { headers: { Authorization: `Bearer ${token}` } })).status;

describe("a disabled user", () => {
  it("has no token that works in any process, then and after they are enabled", async () => {
    const { access_token } = demo.users.buyer_mla;
    const tokens = (await exchange(await codeOf("buyer_mla"))).json<{ refresh_token: string }>();
    for (const where of [gateway, { ...gateway, ...replica }])
      expect(await statusOf(access_token, where)).toBe(200);
    expect((await setStatus("buyer_mla", "disabled")).json()).toMatchObject({ status: "disabled" });
    expect(await statusOf(access_token)).toBe(401);
    await expect.poll(() => statusOf(access_token, { ...gateway, ...replica })).toBe(401);
    expectOAuth(await refresh(tokens.refresh_token), "invalid_grant");
    const shown = await http.get(`/users/${demo.users.buyer_mla.id}`, bearer("seller_mla"));
    expect(shown.json()).toMatchObject({ status: { site_status: "deactive" } });
    expect((await setStatus("buyer_mla", "active")).json()).toMatchObject({ status: "active" });
    expect(await statusOf(access_token)).toBe(401);
    expectOAuth(await refresh(tokens.refresh_token), "invalid_grant");
    expect((await exchange(await codeOf("buyer_mla"))).status).toBe(200);
  });

  it("is recorded once, however often it is asked", async () => {
    for (let round = 0; round < 2; round++) await setStatus("new_user_mla", "disabled");
    const subject = `/users/${demo.users.new_user_mla.id}`;
    expect(
      (await events({ subject })).map(({ action }) => action).filter((it) => it.startsWith("user.")),
    ).toEqual(["user.disabled"]);
  });

  it("loses codes that were not exchanged yet, and gets no tokens by them", async () => {
    const code = await codeOf("buyer2_mla");
    await setStatus("buyer2_mla", "disabled");
    expectOAuth(await exchange(code), "invalid_grant");
    const later = await codeOf("buyer2_mla");
    expectOAuth(await exchange(later), "invalid_grant");
  });

  it("has applications that get no tokens for them", async () => {
    await setStatus("seller_mla", "disabled");
    const own = () => http.post("/oauth/token", { body: { grant_type: "client_credentials", ...client } });
    expectOAuth(await own(), "unauthorized_client");
    await setStatus("seller_mla", "active");
    expect((await own()).status).toBe(200);
  });

  it("is left without a token also by an exchange at the same time", async () => {
    for (let round = 0; round < 8; round++) {
      const code = await codeOf("buyer_mlb");
      const [answer] = await Promise.all([exchange(code), setStatus("buyer_mlb", "disabled")]);
      if (answer.status === 200) {
        const { access_token, refresh_token } = answer.json<{
          access_token: string;
          refresh_token: string;
        }>();
        await setStatus("buyer_mlb", "active");
        expect(await statusOf(access_token)).toBe(401);
        expectOAuth(await refresh(refresh_token), "invalid_grant");
      } else {
        expectOAuth(answer, "invalid_grant");
        await setStatus("buyer_mlb", "active");
      }
    }
  });
});

describe("a disabled user's sign-in", () => {
  const claim = (password: string) => {
    const { nickname: login } = demo.users.no_messaging_mla;
    return checkPassword(gateway.deps, { login, password, browser: undefined, network: "203.0.113.1" });
  };
  const start = () =>
    gateway.deps.sessions.start({ userId: demo.users.no_messaging_mla.id, method: "password" });

  it("is refused as for a wrong password, and their sessions end", async () => {
    const { password } = demo.users.no_messaging_mla;
    expect((await claim(password)).kind).toBe("proven");
    const opened = await start();
    await setStatus("no_messaging_mla", "disabled");
    expect(await gateway.deps.sessions.find(opened?.session ?? "")).toBeUndefined();
    expect(await claim(password)).toEqual(await claim("a wrong password"));
    expect(await start()).toBeUndefined();
    await setStatus("no_messaging_mla", "active");
    expect((await claim(password)).kind).toBe("proven");
    expect(await gateway.deps.sessions.find(opened?.session ?? "")).toBeUndefined();
  });

  it("takes a new password that was set for them, which ends their sessions", async () => {
    const opened = await start();
    const minted = await setPassword(gateway.deps, demo.users.no_messaging_mla.id);
    expect(await gateway.deps.sessions.find(opened?.session ?? "")).toBeUndefined();
    expect((await claim(minted ?? "")).kind).toBe("proven");
    expect((await claim(demo.users.no_messaging_mla.password)).kind).toBe("refused");
  });
});

describe("roles that an operator takes away", () => {
  it("are missing from tokens in every process at once", async () => {
    const { id } = demo.users.buyer_mlc;
    const setRoles = (roles: string[]) => http.put(`/users/${id}`, { ...bearer("operator"), body: { roles } });
    await setRoles(["buyer", "operator"]);
    const { access_token } = (await exchange(await codeOf("buyer_mlc"))).json<{ access_token: string }>();
    const headers = { Authorization: `Bearer ${access_token}` };
    const log = async ({ http: where }: Pick<typeof gateway, "http">) =>
      (await where.get("/audit_events", { headers })).status;
    for (const [roles, status] of [
      [["buyer", "operator"], 200],
      [["buyer"], 403],
    ] as const) {
      await setRoles([...roles]);
      expect(await log(gateway)).toBe(status);
      await expect.poll(() => log(replica)).toBe(status);
    }
  });
});

describe("an unknown user", () => {
  it("cannot be disabled", async () => {
    const answer = await http.put("/users/77", { ...bearer("operator"), body: { status: "disabled" } });
    expectProblem(answer, 404, "not_found");
  });
});
