import { describe, expect, it } from "vitest";
import { trustedProxiesVariable } from "../edge/trusted-proxies.ts";
import { startGateway } from "../gateway.fixture.ts";
import { auditOf } from "./audit.fixture.ts";

const trustedProxies = trustedProxiesVariable().parse("127.0.0.0/8");
const gateway = await startGateway({ config: { trustedProxies } });
const { http, demo, clock, bearer } = gateway;
const { events } = auditOf(gateway);
const { id: application_id, client_id, client_secret, redirect_uri } = demo.applications.default;
const client = { client_id, client_secret };
const form = (fields: Record<string, string>, requestId: string) => ({
  body: new URLSearchParams(fields).toString(),
  headers: {
    "Content-Type": "application/x-www-form-urlencoded",
    "X-Request-Id": requestId,
    "X-Forwarded-For": "198.51.100.1, 203.0.113.9",
  },
});

let requests = 0;
/** An id for each request, by which its events are found. */
const newRequest = () => `audited-${++requests}`;
const eventsOf = async (requestId: string) =>
  (await events({ limit: 100 })).filter(({ request_id }) => request_id === requestId);

const decide = (decision: string, user: number, requestId: string) => {
  const consent = { response_type: "code", client_id, redirect_uri, decision, user_id: String(user) };
  return http.post("/authorization", form(consent, requestId));
};
async function codeOf(user: number): Promise<string> {
  const { location = "" } = (await decide("allow", user, newRequest())).headers;
  return new URL(location).searchParams.get("code") ?? "";
}
const exchange = (code: string, requestId = newRequest()) => {
  const fields = { grant_type: "authorization_code", code, redirect_uri, ...client };
  return http.post("/oauth/token", form(fields, requestId));
};
const refresh = (refresh_token: string, requestId = newRequest()) =>
  http.post("/oauth/token", form({ grant_type: "refresh_token", refresh_token, ...client }, requestId));
const buyer = demo.users.buyer_mla.id;
const consentPath = `/users/${buyer}/applications/${application_id}`;

describe("the audit log has", () => {
  it.each([
    ["allow", "consent.granted", { scopes: "read write offline_access" }],
    ["deny", "consent.denied", {}],
  ])(
    "the decision %s of a user, with the address behind trusted proxies",
    async (decision, action, details) => {
      const request_id = newRequest();
      expect((await decide(decision, buyer, request_id)).status).toBe(302);
      const who = { actor_id: buyer, application_id, address: "203.0.113.9", request_id };
      expect(await eventsOf(request_id)).toEqual([
        {
          id: expect.any(Number),
          date_created: clock.now().toISOString(),
          action,
          subject: consentPath,
          ...who,
          details,
        },
      ]);
    },
  );

  it("a consent taken back, once", async () => {
    await exchange(await codeOf(buyer));
    const before = (await events({ action: "consent.withdrawn" })).length;
    // The withdrawal also ends the token that asks for it.
    for (const status of [200, 401]) {
      const answer = await http.delete(consentPath, bearer("buyer_mla"));
      expect(answer.status).toBe(status);
    }
    const [latest, ...others] = await events({ action: "consent.withdrawn" });
    expect(others).toHaveLength(before);
    expect(latest).toMatchObject({ actor_id: buyer, application_id, subject: consentPath });
    expect(latest?.details).toMatchObject({ families: expect.any(Number) });
  });

  it("tokens issued for a code, but no refresh of them", async () => {
    const { id } = demo.users.buyer2_mla;
    const request_id = newRequest();
    const answer = await exchange(await codeOf(id), request_id);
    const [issued, ...others] = await eventsOf(request_id);
    expect(others).toEqual([]);
    expect(issued).toMatchObject({ action: "tokens.issued", actor_id: id, application_id });
    expect(issued?.subject).toMatch(new RegExp(`^/users/${id}/tokens/[\\da-f-]{36}$`));
    const scopes = "read write offline_access";
    expect(issued?.details).toEqual({ grant_type: "authorization_code", scopes });
    const refreshing = newRequest();
    await refresh(answer.json<{ refresh_token: string }>().refresh_token, refreshing);
    expect(await eventsOf(refreshing)).toEqual([]);
  });

  it("tokens issued for an application's own credentials", async () => {
    const request_id = newRequest();
    await http.post("/oauth/token", form({ grant_type: "client_credentials", ...client }, request_id));
    const owner = demo.users.seller_mla.id;
    expect(await eventsOf(request_id)).toMatchObject([
      { action: "tokens.issued", actor_id: owner, details: { grant_type: "client_credentials" } },
    ]);
  });

  it("families that a spent code or refresh token ends, each once", async () => {
    const { id } = demo.users.seller_mlb;
    const code = await codeOf(id);
    await exchange(code);
    const other = (await exchange(await codeOf(id))).json<{ refresh_token: string }>().refresh_token;
    await refresh(other);
    clock.advance(61_000);
    for (let round = 0; round < 2; round++) {
      expect((await exchange(code)).status).toBe(400);
      expect((await refresh(other)).status).toBe(400);
    }
    const ended = await events({ action: "tokens.revoked", subject: `/users/${id}` });
    expect(ended.map(({ details }) => details.reason)).toEqual(["replayed_refresh_token", "replayed_code"]);
    expect(ended[0]).toMatchObject({ actor_id: null, application_id, address: "203.0.113.9" });
  });

  it("changes of an application, by the names of the fields, and no secret", async () => {
    const body = { callback_url: "https://shop.example/hooks?key=not-for-the-log", topics: ["questions"] };
    const path = `/applications/${application_id}`;
    const changed = await http.put(path, { ...bearer("seller_mla"), body });
    expect(changed.status).toBe(200);
    await http.put(path, { ...bearer("seller_mla"), body: {} });
    const found = await events({ subject: path, action: "application.changed" });
    expect(found).toMatchObject([
      { actor_id: demo.users.seller_mla.id, details: { fields: "callback_url topics" } },
    ]);
    expect(JSON.stringify(await events({ limit: 100 }))).not.toContain("not-for-the-log");
  });

  it("new test users", async () => {
    const created = await http.post("/users/test_user", {
      ...bearer("seller_mla"),
      body: { site_id: "MLB" },
    });
    const { id } = created.json<{ id: number }>();
    expect(await events({ subject: `/users/${id}` })).toMatchObject([
      { action: "user.created", details: { site_id: "MLB", test_user: true } },
    ]);
  });
});
