import { beforeAll, describe, expect, test } from "vitest";
import { get, post, put } from "../api/api.ts";
import { fixtures, newItem, newUser, type Person, users } from "../api/world.ts";
import {
  activateFlex,
  configurationOf,
  expectFlexError,
  flexPaths,
  queryOf,
  type Subscription,
  selectable,
} from "./flex.ts";

let seller: Person;
let service: number;

beforeAll(async () => {
  seller = await newUser();
  await newItem(seller);
  service = await activateFlex(seller);
});

const paths = () => flexPaths(seller.id);
const setDelivery = (body: unknown, as = seller) => put(paths().delivery(service), { as, body });
const setCoverage = (body: unknown) => put(paths().coverage(service), { as: seller, body });
const range = (from: number, to: number, cutoff = from, capacity?: number) => ({
  from,
  to,
  cutoff,
  ...(capacity === undefined ? {} : { capacity }),
});
const delivery = (week: unknown, more: object = {}, delivery_window = "same_day") => ({
  delivery_window,
  delivery_ranges: { week, ...more },
});

describe("subscriptions", () => {
  test("Flex alone is one entry, Turbo makes two, none is an empty array", async () => {
    const list = async (as: Person) =>
      (await get(flexPaths(as.id).subscriptions, { as })).json<Subscription[]>();
    expect(await list(users.new_user_mla)).toEqual([]);
    const both = await list(users.seller_mla);
    expect(both.map(({ mode, service_id }) => [mode, service_id]).toSorted()).toEqual([
      ["FLEX", fixtures.flex_service],
      ["TURBO", fixtures.turbo_service],
    ]);
    for (const subscription of both)
      expect(subscription).toEqual({
        id: expect.any(Number),
        site_id: "MLA",
        user_id: users.seller_mla.id,
        mode: expect.stringMatching(/^(FLEX|TURBO)$/),
        configuration_type: {
          coverage: expect.stringMatching(/^(zone|radius)$/),
          delivery: expect.stringMatching(/^(custom|accurate)$/),
        },
        service_id: expect.any(Number),
        status: { id: "in" },
        creation_date: expect.stringMatching(/Z$/),
      });
    expect(await list(users.seller2_mla)).toMatchObject([
      { service_id: fixtures.flex_service_out, status: { id: "out" } },
    ]);
  });

  test("an operator may read them", async () => {
    const answer = await get(flexPaths(users.seller_mla.id).subscriptions, { as: users.operator });
    expect(answer.json<unknown[]>()).toHaveLength(2);
  });

  test("pending, in, out, pending again; Turbo needs Flex, and is switched off with it", async () => {
    const as = await newUser();
    await newItem(as);
    const { subscriptions, status } = flexPaths(as.id);
    const open = (mode: string) => post(subscriptions, { as, body: { mode } });
    const move = (id: number, to: string) => put(status(id), { as, body: { status: to } });
    expect((await open("TURBO")).status).toBe(400);
    const flex = await activateFlex(as);
    expect((await open("FLEX")).status).toBe(409);
    expect((await open("BIKE")).status).toBe(400);
    const turbo = (await open("TURBO")).json<Subscription>().service_id;
    expect((await move(turbo, "in")).json()).toMatchObject({ status: { id: "in" } });
    expect((await move(flex, "pending")).status).toBe(409);
    expect((await move(flex, "out")).json()).toMatchObject({ status: { id: "out" } });
    const statuses = (await get(subscriptions, { as })).json<Subscription[]>().map((one) => one.status.id);
    expect(statuses).toEqual(["out", "out"]);
    expect((await move(flex, "in")).status).toBe(409);
    expect((await move(flex, "pending")).json()).toMatchObject({ status: { id: "pending" } });
  });

  test("activation asks for an active ME2 listing", async () => {
    const as = await newUser();
    const { service_id } = (
      await post(flexPaths(as.id).subscriptions, { as, body: { mode: "FLEX" } })
    ).json<Subscription>();
    const answer = await put(flexPaths(as.id).status(service_id), { as, body: { status: "in" } });
    expect(answer.status).toBe(400);
  });
});

describe("the configuration", () => {
  test("has every field of the specification, selected as a whole", async () => {
    const all = await configurationOf(users.seller_mla, fixtures.flex_service);
    expect(Object.keys(all)).toEqual([
      "address",
      "subscription",
      "delivery_window",
      "is_moderated",
      "delivery_ranges",
      "holidays",
      "working_days",
      "zones",
      "origin_zone",
      "disabled_features",
      "availables",
    ]);
    expect(all).toMatchObject({
      address: {
        address_line: expect.any(String),
        city: { id: expect.any(String), name: expect.any(String) },
      },
      subscription: { site_id: "MLA", user_id: users.seller_mla.id, service_id: fixtures.flex_service },
      delivery_window: expect.stringMatching(/^(same|next)_day$/),
      is_moderated: false,
      origin_zone: { id: expect.any(String), enabled: expect.any(Boolean) },
    });
    expect(all.zones.map(({ id }) => id)).toEqual(expect.arrayContaining(fixtures.zone_ids));
    for (const { polygon, price } of all.zones) {
      for (const ring of polygon.geometry.coordinates) expect(ring.at(-1)).toEqual(ring[0]);
      expect(price).toEqual({
        cents: expect.any(String),
        currency_id: "ARS",
        decimal_separator: ",",
        fraction: expect.any(String),
        symbol: "$",
      });
    }
    const year = new Date().getUTCFullYear();
    const holidays = all.holidays;
    expect(holidays).toContainEqual(
      expect.objectContaining({ date: `${year}-05-25`, selected: expect.any(Boolean) }),
    );
    expect(holidays).toContainEqual(expect.objectContaining({ date: `${year + 1}-07-09` }));
  });

  test("is answered as query and, the same object, as configuration; only what is selected", async () => {
    const body = queryOf(seller.id, service, "{ delivery_window subscription { status { id } } }");
    const expected = { delivery_window: expect.any(String), subscription: { status: { id: "in" } } };
    const answer = await post(paths().configuration, { as: seller, body });
    expect(answer.json()).toEqual({ query: expected, configuration: expected });
  });

  test("takes flavour and original_configuration_required, and sub-selections on JSON leaves", async () => {
    const more = `{ configuration(user_id: ${seller.id}, service_id: ${service}, flavour: "flex", original_configuration_required: true)
      { zones { neighborhoods { id } } } }`;
    expect((await post(paths().configuration, { as: seller, body: { query: more } })).status).toBe(200);
  });

  test("a moderated seller is told so", async () => {
    const all = await configurationOf(users.seller_moderated_mla, fixtures.flex_service_moderated);
    expect(all).toMatchObject({ is_moderated: true });
  });
});

describe("the delivery PUT", () => {
  test("answers with what is stored, keeps the capacity that is left out, and reads back", async () => {
    const week = [range(9, 13, 8, 50), range(14, 20, 12, 50)];
    const set = await setDelivery(delivery(week, { saturday: [range(9, 12, 8)] }, "next_day"));
    expect(set.status).toBe(200);
    expect(set.json()).toMatchObject({ delivery_window: "next_day", delivery_ranges: { sunday: null } });
    expect(Object.keys(set.json<object>())).toEqual(["delivery_window", "delivery_ranges"]);
    await setDelivery(delivery([range(9, 13, 8), range(14, 20, 12)]));
    const read = await configurationOf(seller, service);
    expect(read.delivery_ranges).toMatchObject({
      week: [
        { from: 9, to: 13, capacity: 50, type: "etd", calculated_cutoff: 8 },
        { from: 14, to: 20, capacity: 50, type: "cpt", calculated_cutoff: 12 },
      ],
      saturday: null,
    });
    expect(read.working_days).toEqual(["week"]);
  });

  test("next_day cutoffs are never later than from", async () => {
    await setDelivery(delivery([range(10, 18, 15)], {}, "next_day"));
    const { delivery_ranges } = await configurationOf(seller, service);
    expect(delivery_ranges.week?.[0]?.calculated_cutoff).toBeLessThanOrEqual(10);
  });

  test.each([
    ["no week", { delivery_window: "same_day", delivery_ranges: {} }],
    ["no window", { delivery_ranges: { week: [range(9, 13)] } }],
    ["an unknown window", delivery([range(9, 13)], {}, "today")],
    ["strings for numbers", delivery([{ from: "9", to: 13, cutoff: 8 }])],
    ["fractions", delivery([range(9.5, 13)])],
    ["no cutoff", delivery([{ from: 9, to: 13 }])],
    ["from not before to", delivery([range(13, 13)])],
    ["hours over 24", delivery([range(9, 25)])],
    ["overlapping ranges", delivery([range(9, 13), range(12, 18)])],
    ["a cutoff after the end", delivery([range(9, 13, 14)])],
    ["capacity 0", delivery([range(9, 13, 8, 0)])],
    ["different capacities", delivery([range(9, 13, 8, 10)], { sunday: [range(9, 13, 8, 20)] })],
    ["an unknown day", delivery([range(9, 13)], { monday: [range(9, 13)] })],
  ])("%s: invalid JSON body, with causes, and nothing changes", async (_, body) => {
    const before = await configurationOf(seller, service);
    const causes = expectFlexError(await setDelivery(body), 400, "invalid JSON body");
    expect(causes.length).toBeGreaterThan(0);
    expect((await configurationOf(seller, service)).delivery_ranges).toEqual(before.delivery_ranges);
  });
});

describe("the coverage PUT", () => {
  test("ids alone keep the zones' cutoffs; a partial cutoff leaves the general one on other days", async () => {
    await setDelivery(delivery([range(10, 20, 12, 10)], { saturday: [range(10, 14, 9, 10)] }));
    const [first = "", second = "", ...others] = selectable((await configurationOf(seller, service)).zones);
    const set = await setCoverage({ zones: [{ id: first, cutoff: { week: 7 } }, { id: second }] });
    expect(set.status).toBe(200);
    expect(set.json()).toMatchObject({ zones: expect.any(Array) });
    expect((await setCoverage({ zones: [{ id: first }, { id: second }] })).status).toBe(200);
    const { zones } = await configurationOf(seller, service);
    const of = (id: string) => zones.find((zone) => zone.id === id);
    expect(of(first)).toMatchObject({ selected: true, calculated_cutoff: { week: 7, saturday: 9 } });
    expect(of(second)).toMatchObject({ selected: true, calculated_cutoff: { week: 12, saturday: 9 } });
    expect(of(others[0] ?? "")).toMatchObject({ selected: false });
  });

  const bad: [string, (zone: string) => unknown[]][] = [
    ["an unknown zone", (zone) => [{ id: zone }, { id: "nowhere" }]],
    ["a duplicate zone", (zone) => [{ id: zone }, { id: zone }]],
    ["a cutoff outside the hours", (zone) => [{ id: zone, cutoff: { week: 25 } }]],
    ["a cutoff that is no integer", (zone) => [{ id: zone, cutoff: { week: "9" } }]],
    ["an unknown day", (zone) => [{ id: zone, cutoff: { monday: 9 } }]],
  ];
  test.each(bad)("%s: invalid JSON body, and nothing changes", async (_, zonesOf) => {
    const before = (await configurationOf(seller, service)).zones;
    const [zone = ""] = selectable(before);
    const causes = expectFlexError(await setCoverage({ zones: zonesOf(zone) }), 400, "invalid JSON body");
    expect(causes.length).toBeGreaterThan(0);
    expect((await configurationOf(seller, service)).zones).toEqual(before);
  });

  test("a disabled zone cannot be chosen", async () => {
    const { zones } = await configurationOf(seller, service);
    const disabled = zones.find((zone) => !zone.enabled)?.id;
    expect(disabled).toBeDefined();
    const chosen = [...zones.filter((zone) => zone.is_mandatory).map(({ id }) => ({ id })), { id: disabled }];
    expectFlexError(await setCoverage({ zones: chosen }), 400, "invalid JSON body");
  });

  test("leaving out a mandatory zone is refused, and named", async () => {
    const { zones } = await configurationOf(seller, service);
    const mandatory = zones.filter((zone) => zone.is_mandatory).map(({ id }) => id);
    expect(mandatory).not.toHaveLength(0);
    const others = zones.filter((zone) => !zone.is_mandatory).map(({ id }) => ({ id }));
    const causes = expectFlexError(await setCoverage({ zones: others }), 400, "invalid JSON body");
    for (const id of mandatory) expect(JSON.stringify(causes)).toContain(id);
  });

  test("where CUTOFF_BY_ZONE is disabled a cutoff is 403", async () => {
    const as = users.seller_mlb;
    const { flex_service_no_cutoff_by_zone: id } = fixtures;
    const { zones, disabled_features } = await configurationOf(as, id);
    expect(disabled_features).toContain("CUTOFF_BY_ZONE");
    const chosen = zones.filter((zone) => zone.selected).map((zone) => ({ id: zone.id }));
    const path = flexPaths(as.id, "MLB").coverage(id);
    expect((await put(path, { as, body: { zones: chosen } })).status).toBe(200);
    const withCutoff = { zones: chosen.map((zone) => ({ ...zone, cutoff: { week: 9 } })) };
    expectFlexError(await put(path, { as, body: withCutoff }), 403, "can't update coverage zone");
  });
});

const places: [site: string, country: string, areas: number][] = [
  ["MLA", "Argentina", 2],
  ["MLB", "Brazil", 7],
  ["MLM", "Mexico", 2],
  ["MLC", "Chile", 2],
  ["MCO", "Colombia", 3],
  ["MLU", "Uruguay", 2],
  ["MPE", "Peru", 1],
  ["MEC", "Ecuador", 1],
];
test.each(places)("%s (%s) has %i coverage areas of at least four zones each", async (site, _, count) => {
  const answer = await get(`/shipping/flex/sites/${site}/coverage_areas`, { as: seller });
  const body = answer.json<{ zones: unknown[] }[] | { areas: { zones: unknown[] }[] }>();
  const areas = Array.isArray(body) ? body : body.areas;
  expect(areas).toHaveLength(count);
  for (const { zones } of areas) expect(zones.length).toBeGreaterThanOrEqual(4);
});
