import { isDeepStrictEqual } from "node:util";
import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { callers, deliveryOf, flexService, pathsOf, sellerId } from "../flex.fixture.ts";

const flex = await flexService();
const { http } = flex;
const service = flex.id("flex_service");
const own = pathsOf(sellerId);
const as = callers.seller;

interface Read {
  query: Record<string, unknown>;
  configuration: Record<string, unknown>;
}

const read = async (selection: string, args = `user_id: ${sellerId}, service_id: ${service}`) => {
  const answer = await http.post(own.configuration, {
    as,
    body: { query: `{ configuration(${args}) ${selection} }` },
  });
  return answer.json<Read>();
};
const putDelivery = (body: unknown, headers: Record<string, string> = {}) =>
  http.put(own.delivery(service), { as, body, headers });
const putCoverage = (body: unknown, headers: Record<string, string> = {}) =>
  http.put(own.coverage(service), { as, body, headers });

describe("reading the configuration", () => {
  it("answers the selection under both names, with ids over 2^31", async () => {
    const answer = await read(
      "{ delivery_window is_moderated subscription { id service_id status { id } } }",
    );
    expect(answer.query).toEqual({
      delivery_window: "same_day",
      is_moderated: false,
      subscription: { id: expect.any(Number), service_id: service, status: { id: "in" } },
    });
    expect(answer.configuration).toEqual(answer.query);
  });

  it("is open to a token that may only read, and to an operator", async () => {
    const query = `{ configuration(user_id: ${sellerId}, service_id: ${service}) { is_moderated } }`;
    for (const reader of [callers.readOnly, callers.operator]) {
      expect((await http.post(own.configuration, { as: reader, body: { query } })).status).toBe(200);
    }
  });

  it("tells moderated sellers that they are", async () => {
    const id = flex.id("flex_service_moderated");
    const query = `{ configuration(user_id: 1000000005, service_id: ${id}) { is_moderated } }`;
    const answer = await http.post(own.configuration, { as: callers.moderated, body: { query } });
    expect(answer.json()).toMatchObject({ query: { is_moderated: true } });
  });

  it("shows the holidays of the year that it is at the seller's, and of the next", async () => {
    const yearsAt = async (now: string) => {
      flex.clock.set(now);
      const { query } = await read("{ holidays { date } }");
      return [...new Set((query.holidays as { date: string }[]).map(({ date }) => date.slice(0, 4)))];
    };
    const before = flex.clock.now();
    // Midnight in Buenos Aires, where it is an hour later than on the platform.
    expect(await yearsAt("2027-01-01T02:59:59.000Z")).toEqual(["2026", "2027"]);
    expect(await yearsAt("2027-01-01T03:00:00.000Z")).toEqual(["2027", "2028"]);
    flex.clock.set(before);
  });

  it("takes a flavour: the subscription's own finds it, another mode's does not, other words select nothing", async () => {
    const args = (flavour: string) => `user_id: ${sellerId}, service_id: ${service}, flavour: "${flavour}"`;
    const found = await Promise.all(
      ["flex", "FLEX", "", "custom"].map((one) => read("{ working_days }", args(one))),
    );
    for (const { query } of found) expect(query).toEqual({ working_days: ["week"] });
    const query = `{ configuration(${args("turbo")}) { working_days } }`;
    const other = await http.post(own.configuration, { as, body: { query } });
    expectProblem(other, 404, "not_found", "subscriptions not found");
  });

  it("gives the original configuration, which is the present one", async () => {
    const args = `user_id: ${sellerId}, service_id: ${service}, original_configuration_required: true`;
    expect(await read("{ delivery_window zones { id } }", args)).toEqual(
      await read("{ delivery_window zones { id } }"),
    );
  });

  it("says in a cause what is wrong with a query", async () => {
    const answer = await http.post(own.configuration, { as, body: { query: "{ configuration(" } });
    const { cause } = expectProblem(answer, 400, "bad_request", "invalid query");
    expect(cause).toMatchObject([{ code: "invalid_query", references: ["body.query"] }]);
  });
});

describe("setting the delivery hours", () => {
  it("answers what is stored, which is then read", async () => {
    const body = {
      delivery_window: "next_day",
      delivery_ranges: {
        week: [{ from: 9, to: 13, cutoff: 12, capacity: 50 }],
        saturday: [{ from: 10, to: 14, cutoff: 8, capacity: 50 }],
      },
    };
    const answer = await putDelivery(body);
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      ...body,
      delivery_ranges: { ...body.delivery_ranges, sunday: null },
    });
    const { query } = await read(
      "{ delivery_window working_days delivery_ranges { week { from to capacity calculated_cutoff type } } }",
    );
    expect(query).toEqual({
      delivery_window: "next_day",
      working_days: ["week", "saturday"],
      delivery_ranges: { week: [{ from: 9, to: 13, capacity: 50, calculated_cutoff: 9, type: "cpt" }] },
    });
  });

  it("names all causes at once and changes nothing", async () => {
    const before = await read("{ delivery_window delivery_ranges { week { from to } } }");
    const week = [
      { from: 15, to: 14, cutoff: 13, capacity: 5 },
      { from: "9", to: 12, cutoff: 9, capacity: 6 },
      { from: 9, to: 12, cutoff: 20, capacity: 7 },
    ];
    const answer = await putDelivery({ delivery_window: "soon", delivery_ranges: { week } });
    const { cause } = expectProblem(answer, 400, "bad_request", "invalid JSON body");
    const found = cause.map((one) => (typeof one === "string" ? one : one.code));
    for (const code of [
      "invalid_value",
      "invalid_type",
      "invalid_range",
      "cutoff_after_end",
      "different_capacities",
    ])
      expect(found).toContain(code);
    expect(await read("{ delivery_window delivery_ranges { week { from to } } }")).toEqual(before);
  });

  it("changes only what If-Match names; a 412 tells the present ETag", async () => {
    const first = await putDelivery(deliveryOf(10, 18, 9));
    const etag = first.headers.etag ?? "";
    const second = await putDelivery(deliveryOf(11, 18, 9), { "If-Match": etag });
    expect(second.status).toBe(200);
    const stale = await putDelivery(deliveryOf(12, 18, 9), { "If-Match": etag });
    expectProblem(stale, 412, "precondition_failed");
    expect(stale.headers.etag).toBe(second.headers.etag);
    const { query } = await read("{ delivery_ranges { week { from } } }");
    expect(query).toEqual({ delivery_ranges: { week: [{ from: 11 }] } });
    expect((await putDelivery(deliveryOf(12, 18, 9), { "If-Match": stale.headers.etag ?? "" })).status).toBe(
      200,
    );
  });

  it("lets one of ten parallel changes through If-Match, and the last of ten without it", async () => {
    const { headers } = await putDelivery(deliveryOf(1, 23, 0));
    const guarded = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        putDelivery(deliveryOf(n + 2, 23, 0), { "If-Match": headers.etag ?? "" }),
      ),
    );
    expect(guarded.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(412)]);
    const free = await Promise.all(
      Array.from({ length: 10 }, (_, n) => putDelivery(deliveryOf(n + 2, 23, 0))),
    );
    const stored = free.map((answer) => answer.json<{ delivery_ranges: { week: { from: number }[] } }>());
    expect(stored.map(({ delivery_ranges }) => delivery_ranges.week[0]?.from)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
    const { query } = await read("{ delivery_ranges { week { from to } } }");
    const last = stored.map(({ delivery_ranges: { week } }) => ({
      delivery_ranges: { week: [{ from: week[0]?.from, to: 23 }] },
    }));
    expect(last).toContainEqual(query);
  });
});

describe("reading what was set", () => {
  it("shows the cutoffs as they were set beside those in force, with the ETag that a change takes", async () => {
    const set = await putDelivery({ ...deliveryOf(9, 13, 12), delivery_window: "next_day" });
    const stored = await http.get(own.delivery(service), { as: callers.readOnly });
    expect(stored.json()).toEqual(set.json());
    expect(stored.json()).toMatchObject({
      delivery_ranges: { week: [{ cutoff: 12, calculated_cutoff: 9 }] },
    });
    expect(stored.headers.etag).toBe(set.headers.etag);
    const zones = await http.get(own.coverage(service), { as: callers.operator });
    const ids = zones.json<{ zones: { id: string }[] }>().zones.map(({ id }) => ({ id }));
    const changed = await putCoverage({ zones: ids }, { "If-Match": zones.headers.etag ?? "" });
    expect([changed.status, changed.json()]).toEqual([200, zones.json()]);
  });

  it("is 403 for other users, and 404 without a subscription", async () => {
    for (const path of [own.delivery, own.coverage]) {
      expectProblem(await http.get(path(service), { as: callers.brazilian }), 403, "forbidden");
      expectProblem(await http.get(path(4_460_009_999), { as }), 404, "not_found", "subscriptions not found");
      expect((await http.get(path("x"), { as })).status).toBe(400);
    }
  });
});

describe("choosing the zones", () => {
  const [first = "", second = ""] = flex.zoneIds();

  it("answers what is stored, which is then read; ids alone leave the cutoffs as they are", async () => {
    await putDelivery(deliveryOf(14, 21, 13));
    const zones = [{ id: first, cutoff: { week: 11 } }, { id: second }];
    const answer = await putCoverage({ zones });
    expect(answer.json()).toEqual({
      zones: [
        {
          id: first,
          cutoff: { week: 11, saturday: null, sunday: null },
          calculated_cutoff: { week: 11, saturday: null, sunday: null },
        },
        { id: second, cutoff: null, calculated_cutoff: { week: 13, saturday: null, sunday: null } },
      ],
    });
    const again = await putCoverage({ zones: [{ id: second }, { id: first }] });
    expect(again.json()).toMatchObject({
      zones: [
        { id: second, cutoff: null },
        { id: first, cutoff: { week: 11 } },
      ],
    });
    const { query } = await read("{ zones { id selected calculated_cutoff { week } } }");
    expect(query.zones).toContainEqual({ id: first, selected: true, calculated_cutoff: { week: 11 } });
    expect(query.zones).toContainEqual({ id: second, selected: true, calculated_cutoff: { week: 13 } });
  });

  it("takes If-Match of its own part", async () => {
    const { headers } = await putCoverage({ zones: [{ id: first }] });
    const zones = [{ id: first }, { id: second }];
    expectProblem(await putCoverage({ zones }, { "If-Match": '"other"' }), 412, "precondition_failed");
    expect((await putCoverage({ zones }, { "If-Match": headers.etag ?? "" })).status).toBe(200);
    expect((await putCoverage({ zones }, { "If-Match": "*" })).status).toBe(200);
  });

  it("lets a seller without CUTOFF_BY_ZONE choose zones, but no cutoff", async () => {
    const path = pathsOf(1_000_000_007, "MLB").coverage(flex.id("flex_service_no_cutoff_by_zone"));
    const ask = (zones: unknown) => http.put(path, { as: callers.brazilian, body: { zones } });
    const query = `{ configuration(user_id: 1000000007, service_id: ${flex.id("flex_service_no_cutoff_by_zone")}) { disabled_features zones { id is_mandatory } } }`;
    const { configuration } = pathsOf(0, "MLB");
    const present = (await http.post(configuration, { as: callers.brazilian, body: { query } })).json<{
      query: { disabled_features: string[]; zones: { id: string; is_mandatory: boolean }[] };
    }>().query;
    expect(present.disabled_features).toEqual(["CUTOFF_BY_ZONE"]);
    const zones = present.zones.filter((zone) => zone.is_mandatory).map(({ id }) => ({ id }));
    expect((await ask(zones)).status).toBe(200);
    const refused = await ask(zones.map((zone) => ({ ...zone, cutoff: { week: 12 } })));
    expectProblem(refused, 403, "forbidden", "can't update coverage zone");
  });

  it("does not lose a change of the hours made at the same time", async () => {
    await Promise.all([putCoverage({ zones: [{ id: first }] }), putDelivery(deliveryOf(6, 22, 5))]);
    const { query } = await read("{ zones { id selected } delivery_ranges { week { from } } }");
    expect(query).toMatchObject({ delivery_ranges: { week: [{ from: 6 }] } });
    const zones = [query.zones].flat();
    expect(zones.filter((zone) => isDeepStrictEqual(zone, { id: first, selected: true }))).toHaveLength(1);
    expect(zones).not.toContainEqual({ id: second, selected: true });
  });
});
