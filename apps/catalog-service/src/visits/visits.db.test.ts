import { asCaller, callers, conforms, expectProblem } from "@marketplace/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { phone, startCatalog } from "../catalog.fixture.ts";
import type { ItemWire } from "../items/items.schema.ts";
import { itemVisitsResource, userVisitsResource } from "./visits.resource.ts";
import { purgeVisits } from "./visits.service.ts";

const { http, list, clock, deps } = await startCatalog();
const as = callers.seller;
const now = clock.now();
afterEach(() => clock.set(now));

let sellers = 3_000_000_000;
/** A new seller with an item. */
async function newSeller() {
  sellers += 1;
  const [id = ""] = await list(phone({ sellerId: sellers }));
  return { id, sellerId: sellers, as: asCaller({ userId: sellers }) };
}
const visit = async (id: string, ...users: number[]) => {
  for (const userId of users) await http.get(`/items/${id}`, { as: asCaller({ userId }) });
  await deps.visitCounter.flush();
};
const get = async (path: string, by = as) => {
  const answer = await http.get(path, { as: by });
  expect({ path, status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<Record<string, unknown>>();
};
const countOf = async (id: string) => (await get(`/visits/items?ids=${id}`))[id];
const hour = 3_600_000;

describe("visits of an item", () => {
  it("are one per user and hour, and none of the seller's own", async () => {
    const { id, sellerId } = await newSeller();
    await visit(id, 11, 11, 12, sellerId);
    await visit(id, 11);
    expect(await countOf(id)).toBe(2);
    clock.advance(hour);
    await visit(id, 11);
    expect(await countOf(id)).toBe(3);
  });

  it("are not those of HEAD, of a multiget, or of a read of the description", async () => {
    const { id } = await newSeller();
    const by = asCaller({ userId: 11 });
    expect((await http.head(`/items/${id}`, { as: by })).status).toBe(200);
    expect((await http.head(`/items/${id}?include_attributes=all`, { as: by })).status).toBe(200);
    for (const path of [`/items?ids=${id}`, `/items/${id}/description`, `/items/${id}/variations`])
      await get(path, by);
    await deps.visitCounter.flush();
    expect(await countOf(id)).toBe(0);
    await visit(id, 11);
    expect(await countOf(id)).toBe(1);
  });

  it("are counted once by two processes at the same moment", async () => {
    const { id } = await newSeller();
    const at = { itemId: id, hour: new Date(Math.floor(now.getTime() / hour) * hour) };
    const seen = [11, 12, 13].map((userId) => ({ ...at, userId }));
    await Promise.all([deps.visits.add(seen), deps.visits.add(seen.toReversed())]);
    expect(await countOf(id)).toBe(3);
  });

  it("are counted of a read with If-None-Match, but not of an unknown item", async () => {
    const { id } = await newSeller();
    const { etag = "" } = (await http.get(`/items/${id}`, { as })).headers;
    await deps.visitCounter.flush();
    clock.advance(hour);
    const headers = { "If-None-Match": etag };
    expect((await http.get(`/items/${id}`, { as, headers })).status).toBe(304);
    await visit("MLA1", 11);
    expect(await countOf(id)).toBe(2);
  });

  it("are answered by days, UTC, both included", async () => {
    const { id } = await newSeller();
    await visit(id, 11, 12);
    clock.advance(10 * hour);
    await visit(id, 11);
    const period = { visits_detail: [{ company: "mercadolibre", quantity: 2 }], total_visits: 2 };
    for (const path of [`/items/visits?ids=${id}&`, `/items/${id}/visits?`])
      expect(await get(`${path}date_from=2026-03-01&date_to=2026-03-10T23:00:00Z`)).toEqual({
        item_id: id,
        date_from: "2026-03-01T00:00:00.000Z",
        date_to: "2026-03-10T00:00:00.000Z",
        ...period,
      });
    // 22:00 at -04:00 is the next day.
    expect(await get(`/items/${id}/visits?date_from=2026-03-10T22:00:00-04:00`)).toMatchObject({
      date_from: "2026-03-11T00:00:00.000Z",
      total_visits: 1,
    });
    expect(await get(`/items/${id}/visits`)).toMatchObject({ total_visits: 3 });
  });

  it("are answered day by day, also the days without any", async () => {
    const { id } = await newSeller();
    await visit(id, 11, 12);
    const window = await get(`/items/${id}/visits/time_window?last=3&unit=day&ending=2026-03-11`);
    const dayOf = (date: string, total: number) => ({
      date: `${date}T00:00:00.000Z`,
      total,
      visits_detail: [{ company: "mercadolibre", quantity: total }],
    });
    expect(window).toEqual({
      item_id: id,
      date_from: "2026-03-09T00:00:00.000Z",
      date_to: "2026-03-11T00:00:00.000Z",
      total_visits: 2,
      visits_detail: [{ company: "mercadolibre", quantity: 2 }],
      last: 3,
      unit: "day",
      results: [dayOf("2026-03-09", 0), dayOf("2026-03-10", 2), dayOf("2026-03-11", 0)],
    });
    expect(await get(`/items/${id}/visits/time_window?last=1`)).toMatchObject({ total_visits: 2 });
  });

  it("of a relisted item are those of the items that it continues, too", async () => {
    const { id, as: seller, sellerId } = await newSeller();
    await visit(id, 11, 12);
    const relist = async (parent: string, listing_type_id: string) => {
      await http.put(`/items/${parent}`, { as: seller, body: { status: "closed" } });
      const body = { listing_type_id, price: 9, quantity: 1 };
      return (await http.post(`/items/${parent}/relist`, { as: seller, body })).json<ItemWire>().id;
    };
    const second = await relist(id, "gold_special");
    await visit(second, 11);
    const third = await relist(second, "gold_special");
    expect([await countOf(id), await countOf(second), await countOf(third)]).toEqual([2, 3, 3]);
    expect(await countOf(await relist(third, "free"))).toBe(0);
    expect(await get(`/users/${sellerId}/items_visits`, seller)).toMatchObject({ total_visits: 3 });
  });

  it("wait in memory while they cannot be stored", async () => {
    const { id } = await newSeller();
    await http.get(`/items/${id}`, { as: asCaller({ userId: 11 }) });
    await deps.db.execute("ALTER TABLE item_visits RENAME TO item_visits_away");
    await expect(deps.visitCounter.flush()).rejects.toThrow();
    await deps.db.execute("ALTER TABLE item_visits_away RENAME TO item_visits");
    await deps.visitCounter.flush();
    expect(await countOf(id)).toBe(1);
  });

  it("are deleted after two years", async () => {
    const { id } = await newSeller();
    await visit(id, 11);
    clock.advance(730 * 24 * hour);
    await purgeVisits(deps);
    expect(await countOf(id)).toBe(1);
    clock.advance(24 * hour);
    await purgeVisits(deps);
    clock.set(now);
    expect(await countOf(id)).toBe(0);
  });

  it.each([
    ["ids=MLA1", 404, "Item not found"],
    ["ids=MLA1,MLA2", 400, "maximum amount of items to query is 1"],
  ])("answer an error to %s", async (query, status, message) => {
    for (const path of ["/visits/items", "/items/visits"])
      expectProblem(
        await http.get(`${path}?${query}`, { as }),
        status,
        status === 404 ? "not_found" : "bad_request",
        message,
      );
    expectProblem(await http.get("/items/MLA1/visits", { as }), 404, "not_found", "Item not found");
    expectProblem(await http.get("/visits/items", { as }), 400, "bad_request");
  });
});

describe("visits of a seller's items", () => {
  it("of a user who does not exist are 404 to operators, 403 to others", async () => {
    const nobody = "/users/4999999999/items_visits";
    for (const path of [nobody, `${nobody}/time_window?last=7`]) {
      expectProblem(await http.get(path, { as: callers.operator }), 404, "not_found");
      expectProblem(await http.get(path, { as }), 403, "forbidden");
    }
  });

  it("are the sum of the items, for the seller and operators", async () => {
    const { id, sellerId, as: seller } = await newSeller();
    const [other = ""] = await list(phone({ sellerId }));
    await visit(id, 11, 12);
    await visit(other, 11);
    const path = `/users/${sellerId}/items_visits`;
    expect(await get(`${path}?date_from=2026-03-10&date_to=2026-03-10`, seller)).toMatchObject({
      user_id: sellerId,
      total_visits: 3,
    });
    expect(await get(`${path}/time_window?last=2&unit=day`, callers.operator)).toMatchObject({
      user_id: sellerId,
      last: 2,
      results: [{ total: 0 }, { total: 3 }],
    });
    for (const each of [path, `${path}/time_window?last=2`])
      expectProblem(await http.get(each, { as: callers.otherSeller }), 403, "forbidden");
  });
});

const tooLong = "invalid time window, should be smaller or equal to 150 days";
describe("days that cannot be asked for", () => {
  it.each([
    ["visits?date_from=10-03-2026", "unknown date format"],
    ["visits?date_to=2026-02-30", "unknown date format"],
    ["visits?date_from=2026-03-10T25:00:00Z", "unknown date format"],
    ["visits?date_from=0000-01-01&date_to=0000-01-02", "unknown date format"],
    ["visits?date_to=0001-01-05", "unknown date format"],
    ["visits?date_to=9999-12-31T23:59:59-12:00", "unknown date format"],
    ["visits?date_from=2025-01-01&date_to=2026-01-01", tooLong],
    ["visits?date_from=2026-03-11&date_to=2026-03-10", tooLong],
    ["visits/time_window?last=151", tooLong],
    ["visits/time_window?last=0", tooLong],
    ["visits/time_window?last=many", tooLong],
    ["visits/time_window?last=2&ending=soon", "unknown date format"],
    ["visits/time_window?last=2&ending=0001-01-01", "unknown date format"],
    ["visits/time_window?last=999999&ending=1000-01-01", tooLong],
    ["visits/time_window?last=2&unit=hour", undefined],
    ["visits/time_window", undefined],
  ])("are refused: %s", async (query, message) => {
    const { id, sellerId, as: seller } = await newSeller();
    expectProblem(await http.get(`/items/${id}/${query}`, { as: seller }), 400, "bad_request", message);
    const ofUser = `/users/${sellerId}/items_${query}`;
    expectProblem(await http.get(ofUser, { as: seller }), 400, "bad_request", message);
  });
});

// Reads are compared with each other, so they are all of one item.
let knownItem: Promise<string> | undefined;
const known = async (): Promise<string> => {
  knownItem ??= newSeller().then(({ id }) => id);
  return knownItem;
};
conforms(itemVisitsResource, {
  http,
  as: asCaller(),
  examples: {
    countItemVisits: async () => ({ query: { ids: await known() } }),
    findItemVisits: async () => ({ query: { ids: await known() } }),
    getItemVisits: async () => ({ params: { id: await known() } }),
    getItemVisitsWindow: async () => ({ params: { id: await known() }, query: { last: "7" } }),
  },
});
const self = asCaller({ userId: 2_000_000_001 });
conforms(userVisitsResource, {
  http,
  as: self,
  examples: {
    getUserVisits: { params: { id: 2_000_000_001 } },
    getUserVisitsWindow: { params: { id: 2_000_000_001 }, query: { last: "7" } },
  },
});
