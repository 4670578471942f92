import { asCaller, callers, conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startCatalog } from "../catalog.fixture.ts";
import type { ItemWire } from "./items.schema.ts";
import { relistResource } from "./relist.resource.ts";

const { http, listPhone, takeEvents, clock } = await startCatalog();
const as = callers.seller;
const terms = { listing_type_id: "gold_special", price: 5_000, quantity: 4 };

const read = async (id: string) => (await http.get(`/items/${id}`, { as })).json<ItemWire>();
const relist = (id: string, body: object = terms, by = as) =>
  http.post(`/items/${id}/relist`, { as: by, body });
const closedPhone = (more = {}) =>
  listPhone({ status: "closed", closedAt: clock.now(), soldQuantity: 3, ...more });
const codesOf = (answer: Awaited<ReturnType<typeof relist>>) =>
  expectProblem(answer, 400, "item.relist.invalid").cause.map((cause) => (cause as { code: string }).code);

describe("relisting a closed item", () => {
  it("lists a new one that continues it, and marks the old one", async () => {
    const tags = ["immediate_payment"];
    const id = await closedPhone({ otherFields: { tags }, availableQuantity: 0 });
    await takeEvents();
    const answer = await relist(id);
    expect(answer.status).toBe(201);
    const item = answer.json<ItemWire>();
    const parent = await read(id);
    expect(item).toMatchObject({
      parent_item_id: id,
      title: parent.title,
      pictures: parent.pictures,
      price: 5_000,
      available_quantity: 4,
      initial_quantity: 4,
      sold_quantity: 0,
      status: "active",
      date_created: clock.now().toISOString(),
      tags: [...tags, "dragged_visits"],
    });
    expect(await read(item.id)).toEqual(item);
    expect(parent).toMatchObject({ status: "closed", tags: [...tags, "relist"] });
    expect((await takeEvents()).map(({ resource }) => resource).toSorted()).toEqual(
      [`/items/${id}`, `/items/${item.id}`].toSorted(),
    );
  });

  it("drags no visits as free, and keeps its tags when the seller writes others", async () => {
    const id = await closedPhone();
    const item = (await relist(id, { ...terms, listing_type_id: "free" })).json<ItemWire>();
    expect(item.tags).toEqual([]);
    const other = (await relist(await closedPhone())).json<ItemWire>();
    const changed = await http.put(`/items/${other.id}`, { as, body: { tags: ["relist", "mine"] } });
    expect(changed.json<ItemWire>().tags).toEqual(["mine", "dragged_visits"]);
  });

  it("happens once, also for two at the same moment", async () => {
    const id = await closedPhone();
    const answers = await Promise.all([relist(id), relist(id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect(codesOf(await relist(id))).toEqual(["item.relist.invalid"]);
  });

  it("can be repeated with its Idempotency-Key", async () => {
    const id = await closedPhone();
    const headers = { "Idempotency-Key": `relist-${id}` };
    const first = await http.post(`/items/${id}/relist`, { as, body: terms, headers });
    const again = await http.post(`/items/${id}/relist`, { as, body: terms, headers });
    expect([again.status, again.json()]).toEqual([201, first.json()]);
  });

  it.each([
    ["one that is not closed", { status: "active" as const, closedAt: null }],
    ["one that was deleted", { subStatus: ["deleted"] }],
    ["one that was closed 61 days ago", { closedAt: new Date("2026-01-08T15:00:00.000Z") }],
  ])("is refused of %s", async (_, state) => {
    expect(codesOf(await relist(await closedPhone(state)))).toEqual(["item.relist.invalid"]);
  });

  it("is allowed on the sixtieth day", async () => {
    const closedAt = new Date(clock.now().getTime() - 60 * 86_400_000);
    expect((await relist(await closedPhone({ closedAt }))).status).toBe(201);
  });

  it("follows the rules of new items, and needs price and stock", async () => {
    const id = await closedPhone({ pictures: [] });
    expect(codesOf(await relist(id, { listing_type_id: "gold_pro", price: -1, quantity: 1 }))).toEqual([
      "item.price.invalid",
      "item.listing_type_id.requiresPictures",
    ]);
    expect(codesOf(await relist(id, { listing_type_id: "free" }))).toEqual([
      "item.price.required",
      "item.quantity.required",
    ]);
    expect(codesOf(await relist(id, { ...terms, quantity: "many" }))).toHaveLength(1);
    const tooMany = await relist(id, { ...terms, quantity: 1_000_000 });
    expect(expectProblem(tooMany, 400, "item.relist.invalid").cause).toMatchObject([
      { code: "item.available_quantity.invalid", references: ["body.quantity"] },
    ]);
    expect(codesOf(await relist(id, { price: 1, quantity: 1 }))).toHaveLength(1);
  });

  it("goes on with the variations that are given, which are new ones", async () => {
    const variation = (id: number) => ({
      id,
      combinations: [{ id: "COLOR", name: "Color", value_id: null, value_name: `Color ${id}` }],
      attributes: [],
      available: 0,
      sold: 2,
      picture_ids: [],
      seller_custom_field: `code-${id}`,
      catalog_product_id: null,
    });
    const id = await closedPhone({ variations: [variation(1), variation(2)], availableQuantity: 0 });
    expect(codesOf(await relist(id, { listing_type_id: "gold_special" }))).toEqual([
      "item.variations.required",
    ]);
    const variations = [{ id: 2, price: 700, quantity: 5 }];
    const answer = await relist(id, { listing_type_id: "gold_special", variations });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
    const item = answer.json<ItemWire>();
    expect(item).toMatchObject({
      price: 700,
      available_quantity: 5,
      variations: [{ available_quantity: 5, sold_quantity: 0, seller_custom_field: "code-2" }],
    });
    expect(item.variations[0]?.id).not.toBe(2);
  });

  it("is the seller's", async () => {
    const id = await closedPhone();
    expectProblem(await relist(id, terms, callers.otherSeller), 403, "forbidden");
    expectProblem(await relist(id, terms, callers.operator), 403, "forbidden");
    expectProblem(await relist("MLA1"), 404, "not_found");
  });
});

conforms(relistResource, {
  http,
  as: asCaller(),
  examples: { relistItem: async () => ({ params: { id: await closedPhone() }, body: terms }) },
});
