import { callers, expectProblem } from "@marketplace/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { leafOf, startCatalog } from "../catalog.fixture.ts";
import { startJobs } from "../jobs.ts";
import { catalogRpc } from "../rpc.ts";
import type { ItemWire } from "./items.schema.ts";

const catalog = await startCatalog();
const { http, deps, listPhone, takeEvents } = catalog;
const rpc = catalogRpc(deps);
const as = callers.seller;
const sellerId = 1_000_000_001;

const newPhone = {
  title: "Motorola Moto G84 256 GB azul",
  category_id: leafOf("MLA-CELLPHONES").id,
  price: 250_000,
  attributes: [
    { id: "BRAND", value_name: "Samsung" },
    { id: "MODEL", value_name: "Un modelo propio" },
  ],
};
const about = (id: string) => ({ topic: "items", resource: `/items/${id}`, user_id: sellerId });
const put = (id: string, body: object) => http.put(`/items/${id}`, { as, body });

beforeEach(async () => {
  await takeEvents();
});

describe("an event of the topic items, which concerns the seller,", () => {
  it("comes of an item's creation, once for one Idempotency-Key", async () => {
    const ask = { as, body: newPhone, headers: { "Idempotency-Key": "one" } };
    const [first] = [await http.post("/items", ask), await http.post("/items", ask)];
    const { id } = (await http.post("/items", { as, body: newPhone })).json<ItemWire>();
    expect(await takeEvents()).toEqual([about(first.json<ItemWire>().id), about(id)]);
  });

  it.each([
    ["status", { status: "paused" }],
    ["price", { price: 7 }],
    ["stock", { available_quantity: 7 }],
    ["description", { description: { plain_text: "Otra" } }],
    ["pictures", { pictures: [{ source: "https://img.example/2.jpg" }] }],
  ])("comes of a change of the %s, and none of the same change again", async (_, change) => {
    const id = await listPhone();
    expect((await put(id, change)).status).toBe(200);
    expect(await takeEvents()).toEqual([about(id)]);
    const { pictures, ...others } = change as { pictures?: unknown };
    expect((await put(id, others)).status).toBe(200);
    expect(pictures === undefined ? await takeEvents() : []).toEqual([]);
  });

  it("comes of a closed item, whose questions are closed as well", async () => {
    const id = await listPhone();
    expect((await put(id, { status: "closed" })).status).toBe(200);
    expect(await takeEvents()).toEqual([about(id)]);
    expect(catalog.closed).toContain(id);
  });

  it("comes of Flex switched on and off, and none where nothing changes", async () => {
    const id = await listPhone();
    for (const on of [true, true, false]) await rpc.setFlex({ item_id: id, on });
    expect(await takeEvents()).toEqual([about(id), about(id)]);
  });

  it("comes of stock that a purchase takes and gives back, once per item", async () => {
    const [a, b] = [await listPhone(), await listPhone()];
    const lines = [a, b, a].map((item_id) => ({ item_id, quantity: 1 }));
    const [taken] = [await rpc.takeStock({ purchase_key: "p1", lines })];
    await rpc.takeStock({ purchase_key: "p1", lines });
    expect(taken.taken).toBe(true);
    expect(await takeEvents()).toEqual([about(a), about(b)]);
    for (const returned of [true, false])
      expect(await rpc.returnStock({ purchase_key: "p1" })).toEqual({ returned });
    expect((await takeEvents()).toSorted((x, y) => x.resource.localeCompare(y.resource))).toEqual(
      [about(a), about(b)].toSorted((x, y) => x.resource.localeCompare(y.resource)),
    );
  });

  it("does not come of what was refused", async () => {
    const id = await listPhone();
    expectProblem(await put(id, { price: -1 }), 400, "validation_error");
    const other = await http.put(`/items/${id}`, { as: callers.otherSeller, body: { price: 3 } });
    expectProblem(other, 403, "forbidden");
    const lines = [{ item_id: id, quantity: 11 }];
    expect(await rpc.takeStock({ purchase_key: "p2", lines })).toMatchObject({ taken: false });
    expect(await takeEvents()).toEqual([]);
  });

  it("is gone with the change when its transaction is rolled back", async () => {
    const item = await deps.items.get(await listPhone());
    const failing = deps.db.transaction(async () => {
      await deps.items.update({ ...item, title: "Otra" });
      throw new Error("back");
    });
    await expect(failing).rejects.toThrow("back");
    expect(await takeEvents()).toEqual([]);
    expect((await deps.items.get(item.id)).title).toBe(item.title);
  });

  it("is handed to the gateway by the service's jobs, and its row goes", async () => {
    const jobs = await startJobs(deps);
    const id = await listPhone();
    expect((await put(id, { price: 9 })).status).toBe(200);
    await expect
      .poll(() => catalog.published)
      .toContainEqual(expect.objectContaining({ ...about(id), occurred_at: "2026-03-10T15:00:00.000Z" }));
    await jobs.stop();
    expect(await takeEvents()).toEqual([]);
  });
});
