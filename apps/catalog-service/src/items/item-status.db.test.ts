import { callers, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { itemBody, leafOf, startCatalog } from "../catalog.fixture.ts";
import { catalogRpc } from "../rpc.ts";
import type { ItemWire } from "./items.schema.ts";

const { http, listPhone, deps, takeEvents, clock } = await startCatalog();
const as = callers.seller;
const rpc = catalogRpc(deps);

const read = async (id: string) => (await http.get(`/items/${id}`, { as })).json<ItemWire>();
const stateOf = ({ status, sub_status, available_quantity }: ItemWire) => [
  status,
  sub_status,
  available_quantity,
];
const put = async (id: string, body: object) => {
  const answer = await http.put(`/items/${id}`, { as, body });
  expect({ body, status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<ItemWire>();
};
const refused = async (id: string, body: object) => {
  const answer = await http.put(`/items/${id}`, { as, body });
  return expectProblem(answer, 400, "validation_error").cause.map(
    (cause) => (cause as { code: string }).code,
  );
};

describe("an item whose stock is gone", () => {
  it("is paused by the sale that takes the last one, and active again when it comes back", async () => {
    const id = await listPhone({ availableQuantity: 2 });
    await takeEvents();
    const lines = [{ item_id: id, quantity: 2 }];
    await rpc.takeStock({ purchase_key: "the last two", lines });
    expect(stateOf(await read(id))).toEqual(["paused", ["out_of_stock"], 0]);
    expect(await rpc.takeStock({ purchase_key: "one more", lines: [{ item_id: id, quantity: 1 }] })).toEqual({
      taken: false,
      faults: [{ item_id: id, reason: "insufficient" }],
    });
    expect(await rpc.items({ ids: [id] })).toMatchObject([
      { status: "paused", sub_status: ["out_of_stock"] },
    ]);
    await rpc.returnStock({ purchase_key: "the last two" });
    expect(stateOf(await read(id))).toEqual(["active", [], 2]);
    expect(await takeEvents()).toHaveLength(2);
  });

  it("is active again when its seller restocks it, also by the body that was read", async () => {
    const id = await listPhone();
    expect(stateOf(await put(id, { available_quantity: 0 }))).toEqual(["paused", ["out_of_stock"], 0]);
    expect(stateOf(await put(id, { ...(await read(id)), available_quantity: 4 }))).toEqual(["active", [], 4]);
  });

  it("stays paused with stock when its seller paused it", async () => {
    const id = await listPhone();
    expect(stateOf(await put(id, { status: "paused" }))).toEqual(["paused", ["paused_by_seller"], 10]);
    expect(stateOf(await put(id, { available_quantity: 0 }))).toEqual(["paused", ["paused_by_seller"], 0]);
    expect(stateOf(await put(id, { available_quantity: 3 }))).toEqual(["paused", ["paused_by_seller"], 3]);
    expect(stateOf(await put(id, { status: "active" }))).toEqual(["active", [], 3]);
  });

  it("is listed without stock as paused", async () => {
    const body = { ...itemBody("Celular sin stock", leafOf("MLA-CELLPHONES").id), available_quantity: 0 };
    const answer = await http.post("/items", { as, body });
    expect(stateOf(answer.json<ItemWire>())).toEqual(["paused", ["out_of_stock"], 0]);
  });
});

describe("the end of an item", () => {
  it("is 20 years after its beginning, 60 days for the type free", async () => {
    const ends = { stop_time: "2046-03-01T12:00:00.000Z", end_time: "2046-03-01T12:00:00.000Z" };
    expect(await read(await listPhone())).toMatchObject({ ...ends, expiration_time: ends.stop_time });
    expect(await read(await listPhone({ listingTypeId: "free" }))).toMatchObject({
      stop_time: "2026-04-30T12:00:00.000Z",
    });
  });

  it("is the moment at which it is closed, and stays there", async () => {
    const id = await listPhone();
    const closed = await put(id, { status: "closed" });
    const moment = clock.now().toISOString();
    expect(closed).toMatchObject({ stop_time: moment, end_time: moment });
    expect(closed.expiration_time).toBe("2046-03-01T12:00:00.000Z");
    clock.advance(60_000);
    expect(await put(id, { deleted: "true" })).toMatchObject({ stop_time: moment });
  });
});

describe("deleting an item", () => {
  const found = async (id: string, query = "") => {
    const answer = await http.get(`/users/${(await read(id)).seller_id}/items/search?limit=100${query}`, {
      as,
    });
    return answer.json<{ results: string[] }>().results.includes(id);
  };

  it("takes a closed one out of its seller's searches, and can be repeated", async () => {
    const id = await listPhone({ status: "closed" });
    expect(await found(id, "&status=closed")).toBe(true);
    for (const deleted of ["true", true])
      expect(stateOf(await put(id, { deleted }))).toEqual(["closed", ["deleted"], 10]);
    expect(await found(id)).toBe(false);
    expect(await found(id, "&sub_status=deleted")).toBe(false);
    expect(await refused(id, { status: "active" })).toEqual(["item.status.invalid"]);
  });

  it("is refused while it is not closed, and changes nothing else", async () => {
    const id = await listPhone();
    expect(await refused(id, { deleted: "true" })).toEqual(["item.deleted.invalid"]);
    expect(await refused(id, { deleted: "true", status: "closed" })).toEqual(["item.deleted.invalid"]);
    expect((await put(id, { deleted: "false" })).status).toBe("active");
    const closed = await listPhone({ status: "closed" });
    expect(await refused(closed, { deleted: "true", price: 7 })).toEqual(["item.status.invalid"]);
    expect(await read(closed)).toMatchObject({ price: 100_000, sub_status: [] });
  });
});

describe("what an item keeps", () => {
  it("is its title once something was sold", async () => {
    const id = await listPhone();
    expect(await put(id, { title: "Otro título" })).toMatchObject({ title: "Otro título" });
    await rpc.takeStock({ purchase_key: "a first sale", lines: [{ item_id: id, quantity: 1 }] });
    expect(await refused(id, { title: "Uno más" })).toEqual(["item.title.not_modifiable"]);
    expect(await put(id, { title: "Otro título", price: 5 })).toMatchObject({ price: 5 });
  });

  it("is the logistic type that its seller chose, as long as the mode stays", async () => {
    const [, other] = leafOf("MLA-CELLPHONES").logistics.find(({ mode }) => mode === "me2")?.types ?? [];
    expect(other).toBeDefined();
    const id = await listPhone();
    expect((await put(id, { shipping: { logistic_type: other } })).shipping.logistic_type).toBe(other);
    expect((await put(id, { price: 6 })).shipping.logistic_type).toBe(other);
    expect(await refused(id, { shipping: { logistic_type: "by_pigeon" } })).toEqual([
      "item.shipping_logistic_type.invalid",
    ]);
    const { shipping } = await put(id, {});
    const moved = await put(id, { shipping: { ...shipping, mode: "custom" } });
    expect(moved.shipping).toMatchObject({ mode: "custom", logistic_type: "custom" });
  });
});
