import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { auditOf } from "./audit.fixture.ts";

const gateway = await startGateway();
const { http, demo, deps, clock, bearer } = gateway;
const { ask, events } = auditOf(gateway);
const day = 86_400_000;

/** Three events of a made-up user, a minute apart. */
async function recordThree(user: number): Promise<void> {
  for (const action of ["sign_in.failed", "sign_in.succeeded", "sign_out"] as const) {
    await deps.audit.record({ action, actor_id: user, subject: `/users/${user}`, address: "203.0.113.7" });
    clock.advance(60_000);
  }
}

describe("the audit log", () => {
  it("is read by operators only, with the scope read", async () => {
    expect((await http.get("/audit_events", bearer("operator"))).status).toBe(200);
    for (const name of ["seller_mla", "buyer_mla", "seller_moderated_mla"] as const) {
      const refused = await http.get("/audit_events", bearer(name));
      expectProblem(refused, 403, "forbidden", "Only operators may do this");
    }
    expectProblem(await http.get("/audit_events"), 403, "access_token_not_granted");
  });

  it("cannot be changed by the API", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
      const answer = await http.request(method, "/audit_events", { ...bearer("operator"), body: {} });
      expectProblem(answer, 405, "method_not_allowed");
    }
  });

  it("lists events newest first, in blocks", async () => {
    await recordThree(11);
    const all = await events({ actor_id: 11 });
    expect(all.map(({ action }) => action)).toEqual(["sign_out", "sign_in.succeeded", "sign_in.failed"]);
    expect(all[0]).toMatchObject({ actor_id: 11, subject: "/users/11", address: "203.0.113.7", details: {} });
    const block = (await ask({ actor_id: 11, limit: 1, offset: 1 })).json();
    expect(block).toEqual({ paging: { total: 3, offset: 1, limit: 1 }, results: [all[1]] });
  });

  it("filters by actor, application, action and moment, all at once", async () => {
    const from = clock.now().toISOString();
    await recordThree(12);
    const application_id = demo.applications.default.id;
    await deps.audit.record({ action: "tokens.issued", actor_id: 12, application_id, subject: "/users/12" });
    const actions = async (query: Record<string, string | number>) =>
      (await events({ "date_created.from": from, ...query })).map(({ action }) => action);
    expect(await actions({ actor_id: 12, application_id })).toEqual(["tokens.issued"]);
    expect(await actions({ action: "sign_in.failed" })).toEqual(["sign_in.failed"]);
    expect(await actions({ "date_created.to": from })).toEqual(["sign_in.failed"]);
    expect(await actions({ action: "sign_in.failed", actor_id: 13 })).toEqual([]);
  });

  it("finds a subject with what is below it, and not its namesakes", async () => {
    const subjects = ["/users/77", "/users/77/tokens/a", "/users/770", "/users/77_", "/users/7"];
    for (const subject of subjects) await deps.audit.record({ action: "sign_out", subject });
    const found = (await events({ subject: "/users/77" })).map(({ subject }) => subject);
    expect(found.toSorted()).toEqual(["/users/77", "/users/77/tokens/a"]);
  });

  it.each<Record<string, string | number>>([
    { actor_id: "me" },
    { application_id: "x1" },
    { subject: "users/1" },
    { subject: "/" },
    { "date_created.from": "2026-02-30" },
    { "date_created.to": "yesterday" },
    { limit: 101 },
    { offset: 10_000, limit: 1 },
  ])("refuses the filter %j", async (query) => {
    expectProblem(await ask(query), 400, "bad_request");
  });

  it("forgets events after the retention of the deployment, and none before", async () => {
    await deps.audit.record({ action: "sign_out", subject: "/users/20" });
    clock.advance(364 * day);
    await deps.audit.record({ action: "sign_out", subject: "/users/21" });
    await deps.purge();
    const kept = () => deps.audit.list({ action: "sign_out" }, { limit: 100, offset: 0 });
    expect((await kept()).events.map(({ subject }) => subject)).toContain("/users/20");
    clock.advance(2 * day);
    await deps.purge();
    expect((await kept()).events.map(({ subject }) => subject)).toEqual(["/users/21"]);
  });

  it("takes part in the transaction of the change", async () => {
    const failing = deps.transaction(async () => {
      await deps.audit.record({ action: "user.created", subject: "/users/30" });
      throw new Error("the change failed");
    });
    await expect(failing).rejects.toThrow("the change failed");
    const { total } = await deps.audit.list({ subject: "/users/30" }, { limit: 1, offset: 0 });
    expect(total).toBe(0);
  });
});
