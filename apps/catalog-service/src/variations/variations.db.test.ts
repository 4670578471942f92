import { callers, conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { itemBody, leafOf, startCatalog } from "../catalog.fixture.ts";
import type { ItemWire } from "../items/items.schema.ts";
import { catalogRpc } from "../rpc.ts";
import { variationsResource } from "./variations.resource.ts";
import type { VariationWire } from "./variations.schema.ts";

const { http, listPhone, deps } = await startCatalog();
const as = callers.seller;

const color = (value_name: string) => ({ id: "COLOR", value_name });
const black = { attribute_combinations: [color("Negro")], available_quantity: 3 };
const white = { attribute_combinations: [color("Blanco")], available_quantity: 4 };
const { available_quantity: _, ...phoneBody } = itemBody("Celular de colores", leafOf("MLA-CELLPHONES").id);

const create = async (variations: readonly object[], rest: object = {}) => {
  const answer = await http.post("/items", { as, body: { ...phoneBody, variations, ...rest } });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return answer.json<ItemWire>();
};
const refused = async (variations: readonly object[], rest: object = {}) => {
  const answer = await http.post("/items", { as, body: { ...phoneBody, variations, ...rest } });
  return expectProblem(answer, 400, "validation_error").cause;
};
const put = (id: string, body: object) => http.put(`/items/${id}`, { as, body });
const changed = async (id: string, body: object) => {
  const answer = await put(id, body);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<ItemWire>();
};
const read = async (id: string, query = "") =>
  (await http.get(`/items/${id}${query}`, { as })).json<ItemWire>();
const list = async (id: string) =>
  (await http.get(`/items/${id}/variations`, { as })).json<VariationWire[]>();
const stocks = ({ variations }: ItemWire) => variations.map((each) => each.available_quantity);

describe("an item with variations", () => {
  it("has ids, known values, the price of the item and the sum of the stock", async () => {
    const item = await create([black, white]);
    expect(item).toMatchObject({ available_quantity: 7, initial_quantity: 7, price: 10, status: "active" });
    expect(item.variations[0]).toEqual({
      id: expect.any(Number),
      price: 10,
      attribute_combinations: [
        { id: "COLOR", name: "Color", value_id: expect.any(String), value_name: "Negro" },
      ],
      available_quantity: 3,
      sold_quantity: 0,
      sale_terms: [],
      picture_ids: [],
      seller_custom_field: null,
      catalog_product_id: null,
      inventory_id: null,
      user_product_id: null,
    });
    expect(new Set(item.variations.map(({ id }) => id)).size).toBe(2);
    expect(await read(item.id)).toEqual(item);
  });

  it("takes its price from its variations, and gives them a new one", async () => {
    const priced = [black, white].map((each) => ({ ...each, price: "25.5" }));
    const item = await create(priced, { price: undefined });
    expect(item.price).toBe(25.5);
    expect((await changed(item.id, { price: 30 })).variations.map(({ price }) => price)).toEqual([30, 30]);
  });

  it("has the attributes of its variations with include_attributes=all only", async () => {
    const { id, variations } = await create([
      { ...black, attributes: [{ id: "SELLER_SKU", value_name: "N-1" }], seller_custom_field: "n1" },
    ]);
    expect(variations[0]).not.toHaveProperty("attributes");
    expect(variations[0]).toMatchObject({ seller_custom_field: "n1" });
    const full = await read(id, "?include_attributes=all");
    expect(full.variations[0]?.attributes).toMatchObject([{ id: "SELLER_SKU", value_name: "N-1" }]);
    const [multiget] = (await http.get(`/items?ids=${id}&include_attributes=all`, { as })).json<
      { body: ItemWire }[]
    >();
    expect(multiget?.body).toEqual(full);
    expect(await list(id)).toEqual(full.variations);
  });

  it("keeps an address among a variation's pictures as a picture of the item", async () => {
    const url = "http://img.example/negro.jpg";
    const item = await create([{ ...black, picture_ids: [url, "http://img.example/1.jpg"] }]);
    expect(item.pictures.map((picture) => picture.url)).toEqual(["http://img.example/1.jpg", url]);
    expect(item.variations[0]?.picture_ids).toEqual(item.pictures.map(({ id }) => id).toReversed());
  });

  it("keeps the number of its sales when the variation that was sold is removed", async () => {
    const { id, variations } = await create([black, white]);
    const [first, second] = variations.map((each) => each.id);
    const lines = [{ item_id: id, variation_id: first, quantity: 2 }];
    await catalogRpc(deps).takeStock({ purchase_key: crypto.randomUUID(), lines });
    expect(await read(id)).toMatchObject({ sold_quantity: 2, variations: [{ sold_quantity: 2 }, {}] });
    const left = await changed(id, { variations: [{ id: second }] });
    expect(left).toMatchObject({
      sold_quantity: 2,
      available_quantity: 4,
      variations: [{ sold_quantity: 0 }],
    });
  });

  it.each(["/pictures/files/nothing", "http://api.example/pictures/files/no thing"])(
    "takes no path among a variation's pictures, and no address with a space: %s",
    async (text) => {
      const cause = await refused([{ ...black, picture_ids: [text] }]);
      expect(cause).toMatchObject([{ references: ["body.variations[0].picture_ids[0]"] }]);
    },
  );

  it("takes no address with a password among a variation's pictures", async () => {
    const picture_ids = ["https://ana:clave@img.example/1.jpg"];
    expect(await refused([{ ...black, picture_ids }])).toMatchObject([
      { code: "item.pictures.picture_not_found" },
    ]);
  });

  it("can be listed as a new item without its stock, with variations of its own", async () => {
    const model = await create([{ ...black, seller_custom_field: "n1" }, white]);
    const { available_quantity: sum, status: __, ...body } = await read(model.id, "?include_attributes=all");
    const copy = await create(body.variations, body);
    expect(copy.available_quantity).toBe(sum);
    const without = ({ variations }: ItemWire) => variations.map(({ id: ___, ...each }) => each);
    expect(without(copy)).toEqual(without(model));
    expect(new Set([...model.variations, ...copy.variations].map(({ id }) => id)).size).toBe(4);
  });

  it("shows no picture in a variation that the item has no more, and can be sent back", async () => {
    const url = "http://img.example/negro.jpg";
    const { id, pictures } = await create([
      { ...black, picture_ids: [url, "http://img.example/1.jpg"] },
      white,
    ]);
    const item = await changed(id, { pictures: pictures.slice(0, 1).map((picture) => ({ id: picture.id })) });
    expect(item.pictures).toHaveLength(1);
    expect(item.variations[0]?.picture_ids).toEqual(item.pictures.map((picture) => picture.id));
    const { variations } = await changed(id, { variations: item.variations });
    expect(variations).toEqual(item.variations);
  });

  it("is found by the SKU and the code of a variation", async () => {
    const sku = { attributes: [{ id: "SELLER_SKU", value_name: "SKU DE VARIANTE" }] };
    const { id, seller_id } = await create([{ ...black, ...sku, seller_custom_field: "código de variante" }]);
    for (const query of ["seller_sku=SKU%20DE%20VARIANTE", "sku=c%C3%B3digo%20de%20variante"]) {
      const answer = await http.get(`/users/${seller_id}/items/search?${query}`, { as });
      expect(answer.json()).toMatchObject({ results: [id] });
    }
  });

  it("is found by what any of its variations is, and not by what was removed", async () => {
    const item = await create([black, white], { title: "Celular buscado por color" });
    const search = async (colorId: string) => {
      const answer = await http.get(`/sites/MLA/search?q=buscado%20por%20color&COLOR=${colorId}`, { as });
      return answer.json<{ results: { id: string }[] }>().results.map(({ id }) => id);
    };
    const [first, second] = item.variations.map((each) => each.attribute_combinations[0]?.value_id ?? "");
    expect([await search(first ?? ""), await search(second ?? "")]).toEqual([[item.id], [item.id]]);
    await changed(item.id, { variations: [{ id: item.variations[0]?.id }] });
    expect([await search(first ?? ""), await search(second ?? "")]).toEqual([[item.id], []]);
  });
});

describe("PUT /items/{id} with variations", () => {
  it("changes those with an id, adds those without, and removes those that are missing", async () => {
    const item = await create([black, white]);
    const [first] = item.variations;
    const after = await changed(item.id, {
      variations: [
        { id: first?.id, available_quantity: 9 },
        { attribute_combinations: [color("Azul")], available_quantity: 1 },
      ],
    });
    expect(stocks(after)).toEqual([9, 1]);
    expect(after.available_quantity).toBe(10);
    expect(after.variations[0]).toEqual({ ...first, available_quantity: 9 });
    expect(item.variations.map(({ id }) => id)).not.toContain(after.variations[1]?.id);
  });

  it("keeps what it leaves out, and takes back what GET answered", async () => {
    const item = await create([{ ...black, attributes: [{ id: "GTIN", value_name: "7790001" }] }, white]);
    expect(await changed(item.id, { title: "Otro título de colores" })).toMatchObject({
      variations: item.variations,
    });
    const before = await read(item.id, "?include_attributes=all");
    const after = await changed(item.id, before);
    expect(await read(after.id, "?include_attributes=all")).toEqual(before);
  });

  it.each([
    ["the item", { price: 20 }, undefined],
    ["each variation", {}, 20],
    ["both", { price: 20 }, 20],
  ])("takes a new price of %s in the body that GET answered", async (_, ofItem, ofVariations) => {
    const item = await create([black, white]);
    const body = await read(item.id);
    const variations = body.variations.map((each) => ({ ...each, price: ofVariations ?? each.price }));
    const after = await changed(item.id, { ...body, ...ofItem, variations });
    expect([after.price, ...after.variations.map(({ price }) => price)]).toEqual([20, 20, 20]);
  });

  it("refuses two new prices, and one of some variations", async () => {
    const { id, variations } = await create([black, white]);
    const [first, second] = variations.map((each) => ({ id: each.id }));
    for (const body of [
      { price: 20, variations: [{ ...first, price: 30 }, second] },
      {
        price: 20,
        variations: [
          { ...first, price: 20 },
          { ...second, price: 30 },
        ],
      },
      {
        variations: [
          { ...first, price: 20 },
          { ...second, price: 10 },
        ],
      },
    ]) {
      const { cause } = expectProblem(await put(id, body), 400, "validation_error");
      expect(cause).toMatchObject([{ code: "item.variations.price.different" }]);
    }
    expect((await read(id)).price).toBe(10);
  });

  it("with an empty list removes all of them with their stock", async () => {
    const item = await create([black]);
    expect(await changed(item.id, { variations: [] })).toMatchObject({
      variations: [],
      available_quantity: 0,
      status: "paused",
      sub_status: ["out_of_stock"],
    });
    const again = await changed((await create([black])).id, { variations: [], available_quantity: 5 });
    expect(again).toMatchObject({ variations: [], available_quantity: 5, status: "active" });
  });
});

describe("variations that do not fit", () => {
  const combined = (...attribute_combinations: object[]) => ({ attribute_combinations });
  const custom = { name: "Diseño", value_name: "A rayas" };
  const invalid = "item.variations.attribute_combinations.invalid";
  it.each([
    [
      "two that are equal",
      [black, combined(color("negro"))],
      invalid,
      "body.variations[1].attribute_combinations",
    ],
    [
      "different attributes",
      [black, combined({ id: "INTERNAL_MEMORY", value_name: "128 GB" })],
      invalid,
      "body.variations[1].attribute_combinations",
    ],
    [
      "an attribute without allow_variations",
      [combined({ id: "BRAND", value_name: "Samsung" })],
      invalid,
      "body.variations[0].attribute_combinations",
    ],
    [
      "an attribute that the category does not have",
      [combined({ id: "SABOR", value_name: "Dulce" })],
      "item.variations.attribute_combinations.invalid",
      "body.variations[0].attribute_combinations[0]",
    ],
    [
      "two custom attributes",
      [combined(custom, { name: "Tela", value_name: "Lino" })],
      invalid,
      "body.variations[0].attribute_combinations",
    ],
    ["none to differ in", [{ available_quantity: 3 }], invalid, "body.variations[0].attribute_combinations"],
    [
      "two prices",
      [
        { ...black, price: 10 },
        { ...white, price: 11 },
      ],
      "item.variations.price.different",
      "body.variations",
    ],
    [
      "a price beside the item's other one",
      [{ ...black, price: 11 }, white],
      "item.variations.price.different",
      "body.variations",
    ],
    [
      "another price than the item's in all of them",
      [{ ...black, price: 11 }],
      "item.variations.price.different",
      "body.variations",
    ],
    [
      "a picture that the item does not have",
      [{ ...black, picture_ids: ["nada"] }],
      "item.pictures.picture_not_found",
      "body.variations[0].picture_ids[0]",
    ],
    [
      "a stock beyond the limit",
      [{ ...black, available_quantity: 1_000_000 }],
      "item.variations.available_quantity.invalid",
      "body.variations[0].available_quantity",
    ],
  ])("%s", async (_, variations, code, reference) => {
    const cause = await refused(variations);
    expect(cause).toContainEqual(expect.objectContaining({ code, references: [reference] }));
  });

  it("more than a hundred", async () => {
    const many = Array.from({ length: 101 }, (_, index) => combined({ ...custom, value_name: `${index}` }));
    expect(await refused(many)).toMatchObject([{ code: "too_big", references: ["body.variations"] }]);
    expect((await create(many.slice(1))).variations).toHaveLength(100);
  });

  it("a stock of the item beside them", async () => {
    const code = "item.available_quantity.not_modifiable";
    expect(await refused([black], { available_quantity: 3 })).toMatchObject([{ code }]);
    const { id } = await create([black]);
    expect(
      expectProblem(await put(id, { available_quantity: 8 }), 400, "validation_error").cause,
    ).toMatchObject([{ code, references: ["body.available_quantity"] }]);
  });

  it("an id that is not the item's", async () => {
    const { id, variations } = await create([black]);
    const answer = await put(id, { variations: [{ id: variations[0]?.id }, { ...white, id: 7 }] });
    expect(expectProblem(answer, 400, "validation_error").cause).toMatchObject([
      { code: "item.variations.id.invalid", references: ["body.variations[1].id"] },
    ]);
  });

  it("another category's", async () => {
    const { id } = await create([black]);
    const solvents = leafOf("MLA-FLAMMABLE_SOLVENTS").id;
    const answer = await put(id, { category_id: solvents });
    expect(expectProblem(answer, 400, "validation_error").cause).toContainEqual(
      expect.objectContaining({ code: invalid, references: ["body.variations"] }),
    );
  });
});

describe("one variation", () => {
  it("is added, read, changed and removed", async () => {
    const item = await create([black]);
    const path = `/items/${item.id}/variations`;
    const added = await http.post(path, { as, body: white });
    expect(added.status).toBe(201);
    const both = added.json<VariationWire[]>();
    expect(both.map((each) => each.available_quantity)).toEqual([3, 4]);
    const id = both[1]?.id ?? 0;
    expect((await http.get(`${path}/${id}`, { as })).json()).toEqual(both[1]);
    const put = await http.put(`${path}/${id}`, {
      as,
      body: { available_quantity: 1, seller_custom_field: "b" },
    });
    expect(put.json()).toEqual({ ...both[1], available_quantity: 1, seller_custom_field: "b" });
    expect((await read(item.id)).available_quantity).toBe(4);
    const removed = await http.delete(`${path}/${id}`, { as });
    expect(removed.json<ItemWire>()).toMatchObject({ id: item.id, available_quantity: 3 });
    expectProblem(await http.get(`${path}/${id}`, { as }), 404, "not_found");
    expectProblem(await http.delete(`${path}/${id}`, { as }), 404, "not_found");
  });

  it("is added once for one Idempotency-Key", async () => {
    const { id } = await create([black]);
    const headers = { "Idempotency-Key": `variation-${id}` };
    const add = (body: object) => http.post(`/items/${id}/variations`, { as, headers, body });
    const [first, second] = [await add(white), await add(white)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json()).toEqual(first.json());
    expect(await list(id)).toHaveLength(2);
    expectProblem(await add({ attribute_combinations: [color("Azul")] }), 409, "conflict");
  });

  it("makes an item without any one with variations, whose stock is theirs", async () => {
    const id = await listPhone();
    expect((await http.post(`/items/${id}/variations`, { as, body: black })).status).toBe(201);
    expect(await read(id)).toMatchObject({ available_quantity: 3 });
  });

  it("is refused with references into its own body", async () => {
    const { id } = await create([black]);
    const answer = await http.post(`/items/${id}/variations`, { as, body: { ...black } });
    expect(expectProblem(answer, 400, "validation_error").cause).toMatchObject([
      { code: "item.variations.attribute_combinations.invalid", references: ["body.attribute_combinations"] },
    ]);
  });

  it("is not added to a hundred", async () => {
    const sized = (size: number) => ({
      attribute_combinations: [{ name: "Talle", value_name: String(size) }],
    });
    const { id, variations } = await create(Array.from({ length: 100 }, (_, size) => sized(size)));
    const path = `/items/${id}/variations`;
    const refused = await http.post(path, { as, body: sized(100) });
    expect(expectProblem(refused, 400, "validation_error").cause).toMatchObject([
      { code: "item.variations.max", references: ["body"] },
    ]);
    expect((await put(id, await read(id))).status).toBe(200);
    expect((await http.delete(`${path}/${variations[0]?.id}`, { as })).status).toBe(200);
    expect((await http.post(path, { as, body: sized(100) })).status).toBe(201);
  });

  it("belongs to its seller", async () => {
    const { id, variations } = await create([black]);
    const path = `/items/${id}/variations`;
    const other = { as: callers.buyer };
    expectProblem(await http.post(path, { ...other, body: white }), 403, "forbidden");
    expectProblem(await http.delete(`${path}/${variations[0]?.id}`, other), 403, "forbidden");
    expect(await read(id)).toMatchObject({ available_quantity: 3 });
  });

  it("of fifty added at once has no two with the same values", async () => {
    const { id } = await create([black]);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => http.post(`/items/${id}/variations`, { as, body: white })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await list(id)).toHaveLength(2);
    expect((await deps.items.get(id)).availableQuantity).toBe(7);
  });
});

const example = async () => {
  const { id, variations } = await create([
    black,
    { ...white, attributes: [{ id: "GTIN", value_name: "779" }] },
  ]);
  return { id, variation_id: String(variations[0]?.id) };
};
let kept: ReturnType<typeof example> | undefined;
const known = async () => {
  kept ??= example();
  return kept;
};
const free = { attribute_combinations: [color("Azul")] };

conforms(variationsResource, {
  http,
  as,
  examples: {
    listVariations: async () => ({ params: { id: (await known()).id } }),
    createVariation: async () => ({ params: { id: (await example()).id }, body: free }),
    getVariation: async () => ({ params: await known() }),
    updateVariation: async () => ({ params: await example(), body: free }),
    deleteVariation: async () => ({ params: await example() }),
  },
});
