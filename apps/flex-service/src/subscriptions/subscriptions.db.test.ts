import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { callers, flexService, pathsOf, sellerId } from "../flex.fixture.ts";

const flex = await flexService();
const { http } = flex;

interface Wire {
  id: number;
  service_id: number;
  mode: string;
  status: { id: string };
}

const idOf = (who: keyof typeof callers) => {
  const one = callers[who];
  return one.kind === "caller" ? one.caller.userId : 0;
};
const list = async (who: keyof typeof callers) =>
  (await http.get(pathsOf(idOf(who)).subscriptions, { as: callers[who] })).json<Wire[]>();
const open = (who: keyof typeof callers, mode: string) =>
  http.post(pathsOf(idOf(who)).subscriptions, { as: callers[who], body: { mode } });
const put = (who: keyof typeof callers, service: number, status: string) =>
  http.put(pathsOf(idOf(who)).status(service), { as: callers[who], body: { status } });
const states = async (who: keyof typeof callers) =>
  Object.fromEntries((await list(who)).map(({ mode, status }) => [mode, status.id]));

describe("a seller's subscriptions", () => {
  it("are one for FLEX and a second one for TURBO, with the fields of the specification", async () => {
    const { subscriptions } = pathsOf(sellerId);
    const [first, second, ...more] = (await http.get(subscriptions, { as: callers.seller })).json<Wire[]>();
    expect(first).toEqual({
      id: expect.any(Number),
      site_id: "MLA",
      user_id: sellerId,
      mode: "FLEX",
      configuration_type: { coverage: "zone", delivery: "custom" },
      service_id: flex.id("flex_service"),
      status: { id: "in" },
      creation_date: "2025-12-10T15:00:00.000Z",
    });
    expect(second).toMatchObject({ mode: "TURBO", service_id: flex.id("turbo_service") });
    expect(more).toEqual([]);
    expect(first?.id).toBeGreaterThan(2 ** 31);
  });

  it("are an empty list for a user without any", async () => {
    expect(await list("intervened")).toEqual([]);
  });

  it("are readable for the user and operators", async () => {
    const { subscriptions } = pathsOf(sellerId);
    expect((await http.get(subscriptions, { as: callers.operator })).status).toBe(200);
    const stranger = await http.get(subscriptions, { as: callers.otherSeller });
    expectProblem(stranger, 403, "forbidden", "can't access to resource");
  });
});

describe("the life of a subscription", () => {
  it("goes from opt-in over pending to in, out and pending again", async () => {
    const opened = await open("newcomer", "FLEX");
    expect(opened.status).toBe(201);
    const { service_id } = opened.json<Wire>();
    expect(opened.json()).toMatchObject({ mode: "FLEX", status: { id: "pending" } });
    for (const status of ["in", "out", "pending"]) {
      expect((await put("newcomer", service_id, status)).json()).toMatchObject({ status: { id: status } });
      expect(await states("newcomer")).toEqual({ FLEX: status });
    }
    expectProblem(await put("newcomer", service_id, "out"), 409, "conflict", /from pending to out/);
    expect((await put("newcomer", service_id, "pending")).status).toBe(200);
  });

  it("has TURBO only while FLEX is in, and FLEX going out takes it out", async () => {
    const [flexOne] = await list("newcomer");
    const service = flexOne?.service_id ?? 0;
    const refused = expectProblem(await open("newcomer", "TURBO"), 400, "bad_request");
    expect(refused.cause).toMatchObject([{ code: "flex_not_in" }]);
    await put("newcomer", service, "in");
    const turbo = (await open("newcomer", "TURBO")).json<Wire>();
    await put("newcomer", turbo.service_id, "in");
    expect(await states("newcomer")).toEqual({ FLEX: "in", TURBO: "in" });
    await put("newcomer", service, "out");
    expect(await states("newcomer")).toEqual({ FLEX: "out", TURBO: "out" });
    await put("newcomer", turbo.service_id, "pending");
    const early = expectProblem(await put("newcomer", turbo.service_id, "in"), 400, "bad_request");
    expect(early.cause).toMatchObject([{ code: "flex_not_in" }]);
  });

  it("has one subscription per mode, also when ten opt in at once", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => open("intervened", "FLEX")));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
    expect(await states("intervened")).toEqual({ FLEX: "pending" });
  });

  it("is activated only where the prerequisites hold; each missing one is a cause", async () => {
    flex.catalog.unlisted.add(idOf("patagonian"));
    const { service_id } = (await open("patagonian", "FLEX")).json<Wire>();
    const { cause } = expectProblem(await put("patagonian", service_id, "in"), 400, "bad_request");
    expect(cause).toMatchObject([
      { code: "address_not_covered" },
      { code: "reputation_too_low" },
      { code: "no_me2_listing" },
    ]);
    expect(await states("patagonian")).toEqual({ FLEX: "pending" });
  });

  it("may begin without an address, whose configuration then has neither address nor zones", async () => {
    const { service_id } = (await open("homeless", "FLEX")).json<Wire>();
    const query = `{ configuration(user_id: ${idOf("homeless")}, service_id: ${service_id}) { address { id } zones { id } origin_zone { id } } }`;
    const { configuration } = pathsOf(0);
    const answer = await http.post(configuration, { as: callers.homeless, body: { query } });
    expect(answer.json()).toMatchObject({ query: { address: null, zones: [], origin_zone: null } });
    const cover = pathsOf(idOf("homeless")).coverage(service_id);
    const zones = [{ id: "MLA-BUE-PALERMO" }];
    expectProblem(
      await http.put(cover, { as: callers.homeless, body: { zones } }),
      400,
      "bad_request",
      "invalid JSON body",
    );
  });

  it("cannot be moved by a stranger, nor under another user's name", async () => {
    const service = flex.id("flex_service");
    const body = { status: "out" };
    const stranger = await http.put(pathsOf(sellerId).status(service), { as: callers.otherSeller, body });
    expectProblem(stranger, 403, "forbidden", "can't access to resource");
    const own = await http.put(pathsOf(idOf("otherSeller")).status(service), {
      as: callers.otherSeller,
      body,
    });
    expectProblem(own, 404, "not_found", "subscriptions not found");
    expect(await states("seller")).toEqual({ FLEX: "in", TURBO: "in" });
  });

  it("takes an Idempotency-Key on opt-in", async () => {
    const ask = { as: callers.operator, body: { mode: "FLEX" }, headers: { "Idempotency-Key": "once" } };
    const { subscriptions } = pathsOf(idOf("buyer"));
    const [first, second] = [await http.post(subscriptions, ask), await http.post(subscriptions, ask)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(second.headers["idempotent-replayed"]).toBe("true");
  });
});
