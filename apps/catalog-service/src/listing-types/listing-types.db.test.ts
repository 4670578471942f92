import { asCaller, callers, conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { itemBody, leafOf, startCatalog } from "../catalog.fixture.ts";
import type { ItemWire } from "../items/items.schema.ts";
import { listingPricesResource, listingTypesResource } from "./listing-types.resource.ts";
import { listingTypeIds } from "./listing-types.rules.ts";

const { http, listPhone, takeEvents } = await startCatalog();
const as = callers.seller;
const phones = leafOf("MLA-CELLPHONES");

type Entry = Record<string, unknown>;
const list = async (path: string) => {
  const answer = await http.get(path, { as });
  expect({ path, status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<Entry[]>();
};
const ids = async (path: string) => (await list(path)).map(({ id }) => id);
const sellerId = async () =>
  (await http.get(`/items/${await listPhone()}`, { as })).json<ItemWire>().seller_id;

describe("listing types", () => {
  it("are seven, named in the site's language", async () => {
    expect(await ids("/sites/MLA/listing_types")).toEqual([
      "gold_pro",
      "gold_premium",
      "gold_special",
      "gold",
      "silver",
      "bronze",
      "free",
    ]);
    expect(await list("/sites/MLB/listing_types")).toContainEqual({
      site_id: "MLB",
      id: "gold_special",
      name: "Clássico",
    });
    expectProblem(
      await http.get("/sites/XXX/listing_types", { as }),
      404,
      "not_found",
      "Site not found: XXX",
    );
  });

  it("say what they mean", async () => {
    const answer = await http.get("/sites/MLA/listing_types/gold_pro", { as });
    expect(answer.json()).toMatchObject({
      id: "gold_pro",
      not_available_in_categories: [],
      configuration: {
        name: "Premium",
        requires_picture: true,
        duration_days: { buy_it_now: 7_300 },
        sale_fee_criteria: { percentage_of_fee_amount: 36, currency: "ARS" },
      },
      exceptions_by_category: [],
    });
    const unknown = await http.get("/sites/MLA/listing_types/diamond", { as });
    expectProblem(unknown, 404, "not_found", "Listing type not found: diamond");
  });

  it("that a user may choose are for the user and operators", async () => {
    const path = `/users/${await sellerId()}/available_listing_types`;
    const answer = await http.get(`${path}?category_id=${phones.id}`, { as });
    expect(answer.json()).toMatchObject({
      category_id: phones.id,
      available: [{ id: "gold_pro" }, { id: "gold_special" }, { id: "free", remaining_listings: null }],
    });
    expect((await http.get(path, { as: callers.operator })).json()).toMatchObject({ category_id: null });
    expectProblem(await http.get(path, { as: callers.otherSeller }), 403, "forbidden");
    expectProblem(await http.get(`${path}?category_id=MLA9`, { as }), 404, "not_found");
    const foreign = `${path}?category_id=${leafOf("MLB-CELLPHONES").id}`;
    expectProblem(await http.get(foreign, { as }), 400, "bad_request");
    const nobody = "/users/4999999999/available_listing_types";
    expectProblem(await http.get(nobody, { as: callers.operator }), 404, "not_found");
  });

  it("that an item may change to are better or lesser, and never free", async () => {
    const path = `/items/${await listPhone()}`;
    expect(await ids(`${path}/available_upgrades`)).toEqual(["gold_pro"]);
    expect(await ids(`${path}/available_downgrades`)).toEqual([]);
    const free = `/items/${await listPhone({ listingTypeId: "free" })}`;
    expect(await ids(`${free}/available_listing_types`)).toEqual(["gold_pro", "gold_special"]);
    const best = `/items/${await listPhone({ listingTypeId: "gold_pro" })}`;
    expect(await ids(`${best}/available_upgrades`)).toEqual([]);
    expect(await ids(`${best}/available_downgrades`)).toEqual(["gold_special"]);
    expectProblem(await http.get("/items/MLA1/available_upgrades", { as }), 404, "not_found");
  });
});

describe("whether a listing type needs a picture", () => {
  const { pictures: _, ...bare } = itemBody("Celular", phones.id);

  it.each(listingTypeIds)("is said, and asked of new items, alike: %s", async (listing_type_id) => {
    const { configuration } = (await http.get(`/sites/MLA/listing_types/${listing_type_id}`, { as })).json<{
      configuration: { requires_picture: boolean };
    }>();
    const [price] = await list(`/sites/MLA/listing_prices?price=10&listing_type_id=${listing_type_id}`);
    const answer = await http.post("/items/validate", { as, body: { ...bare, listing_type_id } });
    expect(price?.requires_picture).toBe(configuration.requires_picture);
    if (!configuration.requires_picture) return expect(answer.status).toBe(204);
    expect(expectProblem(answer, 400, "validation_error").cause).toMatchObject([
      { code: "item.listing_type_id.requiresPictures", cause_id: 173, department: "items", type: "error" },
    ]);
  });
});

describe("changing the listing type of an item", () => {
  const change = (id: string, type: string, by = as) =>
    http.post(`/items/${id}/listing_type`, { as: by, body: { id: type } });
  const codesOf = (answer: Awaited<ReturnType<typeof change>>) =>
    expectProblem(answer, 400, "validation_error").cause.map((cause) => (cause as { code: string }).code);

  it("answers the item, whose end follows", async () => {
    const id = await listPhone({ listingTypeId: "free" });
    await takeEvents();
    const answer = await change(id, "gold_pro");
    expect([answer.status, answer.json<object>()]).toMatchObject([
      200,
      { listing_type_id: "gold_pro", stop_time: "2046-03-01T12:00:00.000Z" },
    ]);
    expect(await takeEvents()).toHaveLength(1);
    expect((await change(id, "gold_pro")).status).toBe(200);
    expect(await takeEvents()).toEqual([]);
  });

  it("is refused for free, for what is no type, without pictures, and for a closed item", async () => {
    const id = await listPhone({ pictures: [] });
    const free = expectProblem(await change(id, "free"), 400, "validation_error");
    expect(free.cause).toMatchObject([{ code: "item.listing_type_id.invalid", references: ["body.id"] }]);
    expect(codesOf(await change(id, "diamond"))).toEqual(["item.listing_type_id.invalid"]);
    expect(codesOf(await change(id, "gold_pro"))).toEqual(["item.listing_type_id.requiresPictures"]);
    const put = await http.put(`/items/${id}`, { as, body: { listing_type_id: "free" } });
    expect(codesOf(put)).toEqual(["item.listing_type_id.invalid"]);
    const closed = await listPhone({ status: "closed" });
    expect(codesOf(await change(closed, "gold_pro"))).toEqual(["item.status.invalid"]);
    expectProblem(await change(id, "gold_pro", callers.otherSeller), 403, "forbidden");
    expectProblem(await change("MLA1", "gold_pro"), 404, "not_found");
  });
});

describe("listing prices", () => {
  const prices = (query: string) => http.get(`/sites/MLA/listing_prices?${query}`, { as });

  it("are the fees of every type", async () => {
    const found = (await prices("price=10000")).json<Entry[]>();
    expect(found).toHaveLength(7);
    expect(found).toContainEqual({
      currency_id: "ARS",
      free_relist: false,
      listing_exposure: "highest",
      listing_fee_amount: 0,
      listing_fee_details: { fixed_fee: 0, gross_amount: 0 },
      listing_type_id: "gold_special",
      listing_type_name: "Clásica",
      mapping: "gold_special",
      requires_picture: false,
      sale_fee_amount: 1_300,
      sale_fee_details: {
        financing_add_on_fee: 0,
        fixed_fee: 0,
        gross_amount: 1_300,
        meli_percentage_fee: 13,
        percentage_fee: 13,
      },
      stop_time: "2046-03-10T15:00:00.000Z",
    });
  });

  it("in dollars have no part that is in pesos", async () => {
    const [pro] = (await prices("price=100&currency_id=USD&listing_type_id=gold_pro")).json<object[]>();
    expect(pro).toMatchObject({ sale_fee_amount: 36, sale_fee_details: { fixed_fee: 0 } });
  });

  it("of one type are a list of one, and an object with a category", async () => {
    const one = "price=500&listing_type_id=gold_pro&quantity=2&tags=x&logistic_type=drop_off";
    expect((await prices(one)).json()).toMatchObject([{ sale_fee_amount: 380 }]);
    const answer = await prices(`${one}&category_id=${phones.id}`);
    expect(answer.json()).toMatchObject({
      listing_type_id: "gold_pro",
      sale_fee_details: { fixed_fee: 200 },
    });
    expect((await prices(`price=500&category_id=${phones.id}`)).json<Entry[]>()).toHaveLength(7);
  });

  it.each([
    ["", 400],
    ["price=abc", 400],
    ["price=-1", 400],
    ["price=1e3", 400],
    ["price=1&listing_type_id=diamond", 400],
    ["price=1&currency_id=BRL", 400],
    ["price=1&currency_id=", 400],
    ["price=1&category_id=phones", 400],
    ["price=1&quantity=0", 400],
    ["price=1&quantity=-2", 400],
    ["price=1&quantity=1.5", 400],
    ["price=1&quantity=two", 400],
    ["price=1&logistic_type=pigeon", 400],
    ["price=1&shipping_mode=me9", 400],
    ["price=1&billable_weight=-5", 400],
    ["price=1&category_id=MLA9", 404],
    [`price=1&category_id=${leafOf("MLB-CELLPHONES").id}`, 400],
  ])("answer an error to %s", async (query, status) => {
    expectProblem(await prices(query), status, status === 400 ? "bad_request" : "not_found");
  });
});

const known = async () => ({ params: { id: await listPhone() } });
conforms(listingTypesResource, {
  http,
  as: asCaller(),
  examples: {
    listListingTypes: { params: { site_id: "MLA" } },
    getListingType: { params: { site_id: "MLA", id: "free" } },
    listUserListingTypes: async () => ({ params: { id: await sellerId() } }),
    listItemListingTypes: known,
    listItemUpgrades: known,
    listItemDowngrades: known,
    changeListingType: async () => ({ ...(await known()), body: { id: "gold_pro" } }),
  },
});
conforms(listingPricesResource, {
  http,
  as: asCaller(),
  examples: { getListingPrices: { params: { site_id: "MLA" }, query: { price: "5000" } } },
});
