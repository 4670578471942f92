import { dayMs } from "@marketplace/conventions";
import { callers } from "@marketplace/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { phone, startCatalog } from "../catalog.fixture.ts";
import { dueWorkOf } from "../index.ts";
import { closeExpired } from "./expired-items.job.ts";
import { beforeFirst, lockExpired } from "./items.repo.ts";
import type { ItemWire, NewItem } from "./items.schema.ts";

const { http, list, listPhone, deps, closed, takeEvents, clock } = await startCatalog();
const as = callers.seller;

const read = async (id: string) => (await http.get(`/items/${id}`, { as })).json<ItemWire>();
const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);
/** Lists a phone for free so many days ago. */
const listFree = (days: number, more: Partial<NewItem> = {}) =>
  listPhone({ listingTypeId: "free", dateCreated: daysAgo(days), ...more });

beforeEach(async () => {
  await closeExpired(deps);
  await takeEvents();
});

/** The items, with work that is done before one is changed, and that may fail. */
const itemsBefore = (work: (id: string) => void | Promise<void>): typeof deps.items => ({
  ...deps.items,
  async update(item) {
    await work(item.id);
    return deps.items.update(item);
  },
});

describe("an item whose stop_time has passed", () => {
  it("is listed with that moment before, and closed by what is due then", async () => {
    const id = await listFree(59);
    const [after, at] = [clock.now(), daysAgo(-1)];
    const work = dueWorkOf(deps);
    const range = { after, until: at, limit: 10 };
    expect(await work.list(range)).toEqual([{ at, kind: "expiry", id: `/items/${id}`, passive: false }]);
    clock.set(at);
    await work.run();
    expect(await read(id)).toMatchObject({ status: "closed" });
    expect(await work.list(range)).toEqual([]);
  });

  it("is closed as of its end, with its questions, and its seller hears of it", async () => {
    const id = await listFree(60);
    const before = await read(id);
    expect(before).toMatchObject({ status: "active", stop_time: clock.now().toISOString() });
    expect(await closeExpired(deps)).toBe(1);
    expect(await read(id)).toEqual({
      ...before,
      status: "closed",
      sub_status: ["expired"],
      last_updated: clock.now().toISOString(),
    });
    expect(closed).toContain(id);
    expect(await takeEvents()).toEqual([
      { topic: "items", resource: `/items/${id}`, user_id: before.seller_id },
    ]);
    expect(await closeExpired(deps)).toBe(0);
  });

  it.each([
    ["paused", { status: "paused" as const }],
    ["under review", { status: "under_review" as const }],
    ["out of stock", { status: "paused" as const, subStatus: ["out_of_stock"], availableQuantity: 0 }],
  ])("is closed as well when it is %s", async (_, state) => {
    const id = await listFree(61, state);
    await closeExpired(deps);
    expect(await read(id)).toMatchObject({ status: "closed", sub_status: ["expired"] });
  });

  it("can be relisted, and found by its seller", async () => {
    const id = await listFree(62);
    await closeExpired(deps);
    const body = { listing_type_id: "gold_special", price: 10, quantity: 1 };
    expect((await http.post(`/items/${id}/relist`, { as, body })).status).toBe(201);
    const { seller_id } = await read(id);
    const found = await http.get(`/users/${seller_id}/items/search?sub_status=expired&limit=100`, { as });
    expect(found.json<{ results: string[] }>().results).toContain(id);
  });

  it("is closed by one of two processes", async () => {
    await Promise.all([listFree(63), listFree(63), listFree(63)]);
    const counts = await Promise.all([closeExpired(deps), closeExpired(deps)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  it("is closed though others cannot be: these wait for the next run", async () => {
    const failing = [await listFree(66), await listFree(65)];
    const id = await listFree(64);
    const items = itemsBefore((id) => {
      if (failing.includes(id)) throw new Error("it is broken");
    });
    expect(await closeExpired({ ...deps, items })).toBe(1);
    expect(await Promise.all([...failing, id].map(async (each) => (await read(each)).status))).toEqual([
      "active",
      "active",
      "closed",
    ]);
    expect(await takeEvents()).toHaveLength(1);
    expect(await closeExpired(deps)).toBe(2);
  });

  it("is closed though more older ones than a batch cannot be, each of which is tried once in a run", async () => {
    const failing = await list(
      ...Array.from({ length: 60 }, () => phone({ listingTypeId: "free", dateCreated: daysAgo(68) })),
    );
    const id = await listFree(67);
    const tried: string[] = [];
    const items = itemsBefore(async (each) => {
      tried.push(each);
      // A statement that fails, which would undo the transaction.
      if (each !== id) await deps.db.query("SELECT 1 / 0");
    });
    for (let run = 1; run <= 2; run++) expect(await closeExpired({ ...deps, items })).toBe(2 - run);
    expect(tried).toHaveLength(121);
    expect((await read(id)).status).toBe("closed");
    expect(await takeEvents()).toHaveLength(1);
    expect(await closeExpired(deps)).toBe(60);
    expect(failing).toHaveLength(60);
  });

  it("is closed by the second run of the clock at the latest, though a thousand older ones end the first", async () => {
    const broken = Array.from({ length: 1_010 }, () =>
      phone({ listingTypeId: "free", dateCreated: daysAgo(69) }),
    );
    const failing = new Set(await list(...broken));
    const id = await listFree(67);
    const tried: string[] = [];
    const items = itemsBefore((each) => {
      tried.push(each);
      if (failing.has(each)) throw new Error("it is broken");
    });
    const closings = { ...deps.closings, record: async () => {} };
    const changed = { ...deps, items, closings };
    const { run } = dueWorkOf(changed);
    await run();
    expect(tried).toHaveLength(1_000);
    await run();
    expect(tried).toHaveLength(1_011);
    expect((await read(id)).status).toBe("closed");
    // Each is tried once before one is tried again.
    expect(new Set(tried).size).toBe(1_011);
    await deps.db.execute("UPDATE items SET status = 'closed', closed_at = now() WHERE id = ANY ($1)", [
      [...failing],
    ]);
  });

  it("fails for the time being, with all of its batch, when the database goes away", async () => {
    await Promise.all([listFree(67), listFree(67)]);
    const items = itemsBefore(() => {
      throw Object.assign(new Error("away"), { unavailable: true });
    });
    await expect(closeExpired({ ...deps, items })).rejects.toThrow("away");
    expect(await closeExpired(deps)).toBe(2);
  });

  it("is not closed, and the run fails, when the database cannot be read", async () => {
    const items = { ...deps.items, lockExpired: () => Promise.reject(new Error("away")) };
    await expect(closeExpired({ ...deps, items })).rejects.toThrow("away");
  });

  it("is found among many without reading the others", async () => {
    await list(...Array.from({ length: 3_000 }, () => phone()));
    await deps.db.pool.query("VACUUM ANALYZE items");
    const { rows } = await deps.db.pool.query<Record<"QUERY PLAN", string>>(`EXPLAIN ${lockExpired}`, [
      clock.now(),
      beforeFirst.stopTime,
      beforeFirst.id,
      100,
    ]);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain("items_open_stop_time_idx");
    expect(plan).not.toContain("Seq Scan");
  });
});

it("an item stays on sale until then: 60 days for free, 20 years for others", async () => {
  const ids = [
    await listFree(59),
    await listPhone({ dateCreated: daysAgo(7_000) }),
    await listFree(70, { status: "closed", closedAt: daysAgo(65) }),
  ];
  expect(await closeExpired(deps)).toBe(0);
  expect((await Promise.all(ids.map(read))).map(({ status }) => status)).toEqual([
    "active",
    "active",
    "closed",
  ]);
});
