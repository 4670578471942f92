import { randomUUID } from "node:crypto";
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
async function codeOf(name: Name, of = client_id): Promise<string> {
  const fields = { response_type: "code", client_id: of, redirect_uri, decision: "allow" };
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

describe("a disabled user's application", () => {
  const create = async () => {
    const body = { name: "Shop", redirect_uris: [redirect_uri], topics: [] };
    return (await http.post("/applications", { ...bearer("seller_mlb"), body })).json<typeof client>();
  };
  const own = (its: typeof client) =>
    http.post("/oauth/token", { body: { grant_type: "client_credentials", ...its } });
  const grantTo = async (its: typeof client) => {
    const code = await codeOf("buyer_mla", its.client_id);
    const body = { grant_type: "authorization_code", code, redirect_uri, ...its };
    return (await http.post("/oauth/token", { body })).json<{ access_token: string }>().access_token;
  };

  it("is an invalid client, and its tokens of other users work in no process until they are enabled", async () => {
    const { client_id: id, client_secret: secret } = await create();
    const its = { client_id: id, client_secret: secret };
    const access_token = await grantTo(its);
    for (const where of [gateway, { ...gateway, ...replica }])
      expect(await statusOf(access_token, where)).toBe(200);
    await setStatus("seller_mlb", "disabled");
    expectOAuth(await own(its), "invalid_client");
    expect(await statusOf(access_token)).toBe(401);
    await expect.poll(() => statusOf(access_token, { ...gateway, ...replica })).toBe(401);
    const query = new URLSearchParams({ response_type: "code", client_id: id, redirect_uri });
    expectProblem(
      await http.get(`/authorization?${query}`),
      400,
      "invalid_request",
      "The application is disabled",
    );
    expect((await setStatus("seller_mlb", "active")).json()).toMatchObject({ status: "active" });
    // Made by a token of another application, it has no client credentials; but it is known again.
    expectOAuth(await own(its), "unauthorized_client");
    await expect.poll(() => statusOf(access_token)).toBe(200);
  });

  it("gets no notifications meanwhile", async () => {
    await create();
    const topics = ["questions"];
    await gateway.rows(
      "UPDATE applications SET callback_url = 'http://127.0.0.1:9/', topics = $2 WHERE owner_id = $1",
      [demo.users.seller_mlb.id, topics],
    );
    const publish = () =>
      gateway.deps.notifications.publish({
        events: [
          {
            id: randomUUID(),
            topic: "questions",
            occurred_at: new Date(0).toISOString(),
            resource: "/questions/1",
            user_id: demo.users.seller_mlb.id,
          },
        ],
      });
    await setStatus("seller_mlb", "disabled");
    await publish();
    const deliveries = "SELECT id FROM notification_deliveries";
    expect(await gateway.rows(deliveries)).toEqual([]);
    await setStatus("seller_mlb", "active");
    await publish();
    expect(await gateway.rows(deliveries)).not.toEqual([]);
  });

  it("is not the one whose token the operator uses, who would end their own", async () => {
    expectProblem(await setStatus("seller_mla", "disabled"), 409, "conflict");
    expect((await setStatus("seller_mla", "active")).status).toBe(200);
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
    const setRoles = (roles: string[]) =>
      http.put(`/users/${id}`, { ...bearer("operator"), body: { roles } });
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
