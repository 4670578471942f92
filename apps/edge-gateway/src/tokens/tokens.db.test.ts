import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { auditOf } from "../audit/audit.fixture.ts";
import { anotherGateway, startGateway } from "../gateway.fixture.ts";

const gateway = await startGateway();
const { http, demo, clock, bearer } = gateway;
const replica = await anotherGateway(gateway);
const { events } = auditOf(gateway);
type Name = keyof typeof demo.users;

interface Family {
  id: string;
  application: { id: number; name: string };
  scopes: string[];
  date_created: string;
  last_used: string | null;
  expires: string;
}

const { client_id, client_secret } = demo.applications.default;
const owner = demo.users.seller_mla.id;
/** A second after the one before: families of one moment have no order that a test could know. */
const issue = async (scope = "") => {
  clock.advance(1_000);
  const body = { grant_type: "client_credentials", client_id, client_secret, scope };
  return (await http.post("/oauth/token", { body })).json<{ access_token: string; refresh_token: string }>();
};
const headersOf = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const read = (by: Name = "seller_mla", query = "?limit=100") =>
  http.get(`/users/${owner}/tokens${query}`, bearer(by));
const families = async () => (await read("operator")).json<{ results: Family[] }>().results;
const revoke = (family: string, by: Name = "seller_mla") =>
  http.delete(`/users/${owner}/tokens/${family}`, bearer(by));

describe("a user's tokens", () => {
  it("are listed by family, to the user and to operators, and never with their text", async () => {
    const before = await families();
    const { access_token, refresh_token } = await issue();
    const mine = await read();
    const [latest, ...others] = mine.json<{ results: Family[] }>().results;
    expect(others.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(latest).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      application: { id: Number(client_id), name: "Demo application" },
      scopes: ["read", "write", "offline_access"],
      date_created: expect.stringMatching(/Z$/),
      last_used: null,
      current: false,
      // A refresh token lives six months.
      expires: "2026-09-10T15:00:01.000Z",
    });
    for (const answer of [mine, await read("operator")]) {
      expect(answer.text).not.toContain(access_token.split("-")[2]);
      expect(answer.text).not.toContain(refresh_token.split("-")[1]);
    }
    expect((await read("seller_mla", "?limit=1&offset=1")).json()).toMatchObject({
      paging: { total: before.length + 1, offset: 1, limit: 1 },
      results: [{ id: before[0]?.id }],
    });
  });

  it("are nobody else's to see or revoke", async () => {
    const [family] = await families();
    expectProblem(await read("buyer_mla"), 403, "forbidden");
    expectProblem(await revoke(family?.id ?? "", "buyer_mla"), 403, "forbidden");
    expectProblem(await http.get("/users/77/tokens", bearer("operator")), 404, "not_found");
    const ofAnother = `/users/${demo.users.buyer_mla.id}/tokens/${family?.id}`;
    expectProblem(await http.delete(ofAnother, bearer("buyer_mla")), 404, "not_found");
    expect((await families()).map(({ id }) => id)).toContain(family?.id);
  });

  it("are left out once they expired or were revoked", async () => {
    const { access_token } = await issue("read");
    const [family] = await families();
    expect(family).toMatchObject({ scopes: ["read"] });
    clock.advance(6 * 3_600_000);
    expect((await families()).map(({ id }) => id)).not.toContain(family?.id);
    expect((await http.get("/users/me", headersOf(access_token))).status).toBe(401);
  });

  it("say when they were last used, within the hour", async () => {
    const { access_token } = await issue();
    const id = (await families())[0]?.id;
    const use = () => http.get("/users/me", headersOf(access_token));
    const lastUsed = async () => (await families()).find((family) => family.id === id)?.last_used;
    await use();
    const first = clock.now().toISOString();
    await expect.poll(lastUsed).toBe(first);
    clock.advance(30 * 60_000);
    await use();
    clock.advance(31 * 60_000);
    await use();
    await expect.poll(lastUsed).toBe(clock.now().toISOString());
  });
});

describe("a revoked family", () => {
  it.each(["seller_mla", "operator"] as const)("by %s works in no process any more", async (by) => {
    const { access_token, refresh_token } = await issue();
    const id = (await families())[0]?.id ?? "";
    const status = async ({ http: where }: Pick<typeof gateway, "http">) =>
      (await where.get("/users/me", headersOf(access_token))).status;
    expect([await status(gateway), await status(replica)]).toEqual([200, 200]);
    expect((await revoke(id, by)).status).toBe(204);
    expect(await status(gateway)).toBe(401);
    await expect.poll(() => status(replica)).toBe(401);
    const body = { grant_type: "refresh_token", refresh_token, client_id, client_secret };
    expect((await http.post("/oauth/token", { body })).status).toBe(400);
    const [event] = await events({ subject: `/users/${owner}/tokens/${id}`, action: "tokens.revoked" });
    expect(event).toMatchObject({ actor_id: demo.users[by].id, details: { reason: "asked" } });
  });

  it("is revoked once, also when two ask at once", async () => {
    await issue();
    const id = (await families())[0]?.id ?? "";
    const answers = await Promise.all([revoke(id), revoke(id, "operator")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404]);
    expectProblem(await revoke(id), 404, "not_found");
    expectProblem(await revoke("x"), 400, "bad_request");
  });
});
