import { attachedCaller } from "@marketplace/conventions";
import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "./gateway.fixture.ts";
import { createDeps, gatewayRpc, type SeededIdentity } from "./index.ts";

const { http, demo, deps, config, clock, bearer } = await startGateway();
type Name = keyof SeededIdentity["users"];
// Object.keys loses the keys' type.
const names = Object.keys(demo.users) as Name[];

describe("the demo", () => {
  it("has the users that sandbox.json names, each with a token that reads and writes", async () => {
    expect(names).toHaveLength(14);
    for (const name of names) {
      const me = (await http.get("/users/me", bearer(name))).json<{ id: number; site_id: string }>();
      const { access_token, password: _, ...user } = demo.users[name];
      expect(me).toMatchObject(user);
      expect(me.id).toBeGreaterThan(2 ** 31);
      const { authentication } = await deps.tokenCheck.check(access_token);
      expect(authentication).toMatchObject({ caller: { scopes: ["read", "write"] } });
    }
  });

  it("has tokens that still work years later, after a restart", async () => {
    clock.advance(9 * 365 * 86_400_000);
    expect((await http.get("/users/me", bearer("buyer_mlc"))).status).toBe(200);
  });

  it("has an application of seller_mla with credentials that work", async () => {
    const { id, client_id, client_secret, redirect_uri } = demo.applications.default;
    expect(client_id).toBe(String(id));
    const body = { grant_type: "client_credentials", client_id, client_secret };
    expect((await http.post("/oauth/token", { body })).json()).toMatchObject({
      user_id: demo.users.seller_mla.id,
    });
    const application = await http.get(`/applications/${id}`, bearer("seller_mla"));
    expect(application.json<{ redirect_uris: string[] }>().redirect_uris).toContain(redirect_uri);
  });

  it("has tokens that only read, are expired and are revoked", async () => {
    const ask = (token: string) => http.get("/users/me", { headers: { Authorization: `Bearer ${token}` } });
    const { read_only_seller_mla, expired, revoked } = demo.tokens;
    expect((await ask(read_only_seller_mla)).status).toBe(200);
    expectProblem(await ask(expired), 401, "invalid_token", "invalid access token");
    expectProblem(await ask(revoked), 401, "invalid_token", "invalid access token");
  });

  it("gives the services its users", async () => {
    const { seller_moderated_mla, no_messaging_mla, operator } = demo.users;
    const rpc = gatewayRpc(deps);
    const ids = [seller_moderated_mla.id, no_messaging_mla.id, operator.id, 1, ...demo.demoUsers];
    const found = new Map((await rpc.users({ ids })).map((user) => [user.id, user]));
    expect(found.size).toBe(43);
    expect(found.get(seller_moderated_mla.id)).toMatchObject({
      moderated: true,
      reputation_level: "5_green",
    });
    expect(found.get(no_messaging_mla.id)).toMatchObject({ messaging_allowed: false });
    expect(found.get(operator.id)).toMatchObject({ roles: ["operator"] });
    const { access_token } = demo.users.operator;
    expect(await rpc.authenticate({ token: access_token })).toMatchObject({ kind: "caller" });
    expect(await rpc.authenticate({ token: "garbage" })).toEqual({ kind: "invalid" });
  });
});

describe("a withdrawn consent", () => {
  it("revokes every token of that user and application, at once in every process", async () => {
    const parts = { log: deps.log, authenticate: attachedCaller, clients: deps.clients, clock };
    const elsewhere = await createDeps(config, parts);
    const { id, access_token } = demo.users.buyer2_mla;
    const path = `/users/${id}/applications/${demo.applications.default.id}`;
    const kindElsewhere = async () => (await elsewhere.tokenCheck.check(access_token)).authentication.kind;
    expect(await kindElsewhere()).toBe("caller");
    expectProblem(await http.delete(path, bearer("buyer_mla")), 403, "forbidden");
    expect((await http.delete(path, bearer("buyer2_mla"))).json()).toMatchObject({ user_id: id });
    expectProblem(await http.delete(path, bearer("buyer2_mla")), 401, "invalid_token");
    // The clock stands still: only the notice can have ended it.
    await expect.poll(kindElsewhere).toBe("invalid");
    await elsewhere.close();
  });
});
