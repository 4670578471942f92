import { callers, expectProblem } from "@marketplace/testkit";
import { beforeEach, describe, expect, it } from "vitest";
import { brazilian, leafOf, startCatalog } from "../catalog.fixture.ts";
import { indexedItem } from "../item-index/indexed-item.rules.ts";
import type { ItemAttribute } from "./item-attributes.schema.ts";
import type { ItemWire } from "./items.schema.ts";

const { http, listPhone, takeEvents, deps } = await startCatalog();
const as = callers.seller;
const phones = leafOf("MLA-CELLPHONES");

const newPhone = {
  title: "Motorola Moto G84 256 GB azul",
  category_id: phones.id,
  price: 250_000.5,
  condition: "new",
  attributes: [
    { id: "BRAND", value_name: "Samsung" },
    { id: "MODEL", value_name: "Un modelo propio" },
  ],
};

/** What clients of the public dialect send beside the fields that have an effect. */
const everyField = {
  ...newPhone,
  subtitle: "Con funda",
  available_quantity: 3,
  warranty: "Un año con la factura",
  variations: [],
  tags: ["immediate_payment", "cart_eligible"],
  official_store_id: 1234,
  seller_custom_field: "MOTO-G84-AZ",
  channels: ["marketplace", "mshops"],
  status: "paused",
  catalog_product_id: "MLA15149561",
  catalog_listing: true,
  family_name: "Moto G84",
  accepts_mercadopago: true,
  automatic_relist: true,
  location: { address_line: "Honduras 4830", city: { id: "TUxBQ0NBUGZlZG1sYQ", name: "Capital Federal" } },
  video_id: "abc",
  description: { plain_text: "Nuevo, en caja" },
  sale_terms: [
    { id: "WARRANTY_TYPE", value_id: "2230280" },
    { id: "WARRANTY_TIME", value_name: "90 días" },
    { id: "INVOICE", name: "Factura", value_name: "Factura A" },
  ],
  pictures: [{ url: "http://img.example/1.jpg" }, { id: "own-2", source: "https://img.example/2.jpg" }],
  shipping: {
    mode: "me2",
    methods: [],
    free_methods: [{ id: 73_328, rule: { free_mode: "country", value: null } }],
    dimensions: "10x20x30,500",
    costs: [{ description: "Moto", cost: "70.50" }],
    free_shipping: true,
    local_pick_up: true,
    store_pick_up: true,
    logistic_type: "drop_off",
    tags: ["mandatory_free_shipping"],
  },
  attributes: [
    ...newPhone.attributes,
    { id: "INTERNAL_MEMORY", name: "Memoria", value_struct: { number: 256, unit: "GB" } },
    { id: "COLOR", values: [{ id: null, name: "azul", struct: null }], attribute_group_id: "X" },
    { id: "RAM", value_id: "-1", value_name: null },
    { id: "SELLER_SKU", value_name: "sku-1" },
    { id: "GTIN", value_name: "7898095297749" },
    { id: "ITEM_CONDITION", value_id: "2230284", value_type: "list" },
  ],
};

const create = async (body: object): Promise<ItemWire> => {
  const answer = await http.post("/items", { as, body });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return answer.json();
};
const read = async (id: string) => (await http.get(`/items/${id}`, { as })).json<ItemWire>();
const put = (id: string, body: object, by = as) => http.put(`/items/${id}`, { as: by, body });
const codesOf = (answer: Awaited<ReturnType<typeof put>>) =>
  expectProblem(answer, 400, "validation_error").cause.map((cause) => (cause as { code: string }).code);
const named = (attributes: readonly ItemAttribute[], id: string) => attributes.find((one) => one.id === id);

beforeEach(async () => {
  await takeEvents();
});

describe("the fields of the public dialect", () => {
  it("are stored and answered, those without an effect too", async () => {
    const item = await create(everyField);
    const { attributes, sale_terms, pictures, shipping, description: _, ...plain } = everyField;
    expect(item).toMatchObject(plain);
    expect(item.shipping).toMatchObject({
      ...shipping,
      costs: [{ description: "Moto", cost: 70.5 }],
      tags: expect.arrayContaining(["mandatory_free_shipping"]),
    });
    expect(item.pictures).toMatchObject([
      { id: expect.any(String), url: "http://img.example/1.jpg", secure_url: "https://img.example/1.jpg" },
      { id: "own-2", url: "https://img.example/2.jpg" },
    ]);
    expect(item).toMatchObject({
      thumbnail_id: item.pictures[0]?.id,
      secure_thumbnail: "https://img.example/1.jpg",
      stop_time: "2046-03-10T15:00:00.000Z",
    });
    expect(sale_terms).toHaveLength(item.sale_terms.length);
    expect(item.sale_terms).toMatchObject([
      {
        id: "WARRANTY_TYPE",
        name: "Tipo de garantía",
        value_id: "2230280",
        value_name: "Garantía del vendedor",
      },
      { id: "WARRANTY_TIME", value_name: "90 días", value_struct: { number: 90, unit: "días" } },
      { id: "INVOICE", name: "Facturación", value_id: null, value_name: "Factura A" },
    ]);
    expect(attributes).toHaveLength(item.attributes.length);
    expect(await read(item.id)).toEqual(item);
  });

  it("have attributes with their value in every form that clients read", async () => {
    const { attributes } = await create(everyField);
    const blue = phones.attributes
      .find(({ id }) => id === "COLOR")
      ?.values?.find(({ name }) => name === "Azul");
    expect(named(attributes, "COLOR")).toEqual({
      id: "COLOR",
      name: "Color",
      value_id: blue?.id,
      value_name: "Azul",
      value_struct: null,
      values: [{ id: blue?.id, name: "Azul", struct: null }],
      attribute_group_id: "MAIN",
      attribute_group_name: phones.attributes.find(({ id }) => id === "COLOR")?.attribute_group_name,
    });
    const struct = { number: 256, unit: "GB" };
    expect(named(attributes, "INTERNAL_MEMORY")).toMatchObject({
      name: "Memoria interna",
      value_name: "256 GB",
      value_struct: struct,
      values: [{ name: "256 GB", struct }],
    });
    expect(named(attributes, "RAM")).toMatchObject({
      value_id: "-1",
      value_name: null,
      values: [{ id: "-1", name: null, struct: null }],
    });
    expect(named(attributes, "SELLER_SKU")).toMatchObject({
      name: "SKU",
      value_id: null,
      value_name: "sku-1",
    });
    expect(named(attributes, "ITEM_CONDITION")).toMatchObject({ value_id: "2230284", value_name: "Nuevo" });
  });

  it("have their defaults where they are left out", async () => {
    expect(await create(newPhone)).toMatchObject({
      subtitle: null,
      warranty: null,
      sale_terms: [],
      variations: [],
      tags: [],
      official_store_id: null,
      seller_custom_field: null,
      channels: ["marketplace"],
      status: "active",
      accepts_mercadopago: true,
      automatic_relist: false,
      catalog_listing: false,
      location: {},
      shipping: { methods: [], free_methods: [], costs: [], dimensions: null, store_pick_up: false },
    });
  });

  it.each([
    ["parcels of another form", { shipping: { dimensions: "10 x 20" } }, "invalid_format"],
    [
      "a warranty of no known type",
      { sale_terms: [{ id: "WARRANTY_TYPE", value_id: "7" }] },
      "item.sale_terms.invalid_value",
    ],
    [
      "a term of sale that nobody knows",
      { sale_terms: [{ id: "X", name: "Equis", value_name: "5" }] },
      "item.sale_terms.invalid",
    ],
    [
      "a time without a unit",
      { sale_terms: [{ id: "WARRANTY_TIME", value_name: "90" }] },
      "item.sale_terms.invalid_value",
    ],
    [
      "a time in another unit",
      { sale_terms: [{ id: "WARRANTY_TIME", value_name: "3 lustros" }] },
      "item.sale_terms.invalid_value",
    ],
    [
      "a negative time",
      { sale_terms: [{ id: "MANUFACTURING_TIME", value_struct: { number: -3, unit: "días" } }] },
      "item.sale_terms.invalid_value",
    ],
    [
      "a picture's address with a password",
      { pictures: [{ source: "https://ana:secreto@img.example/1.jpg" }] },
      "invalid_value",
    ],
    ["a status that no new item has", { status: "closed" }, "invalid_value"],
    [
      "a logistic type that the category does not give",
      { shipping: { logistic_type: "pigeon" } },
      "item.shipping_logistic_type.invalid",
    ],
    [
      "several values where one is taken",
      { attributes: [...newPhone.attributes, { id: "COLOR", values: [{ name: "Azul" }, { name: "Rojo" }] }] },
      "item.attributes.invalid_value",
    ],
    [
      "a condition and an ITEM_CONDITION that disagree",
      { attributes: [...newPhone.attributes, { id: "ITEM_CONDITION", value_name: "usado" }] },
      "item.condition.invalid",
    ],
    ["a misspelled field", { available_quantiy: 3 }, "unknown_field"],
  ])("refuse %s", async (_, change, code) => {
    expect(codesOf(await http.post("/items", { as, body: { ...newPhone, ...change } }))).toEqual([code]);
  });

  it("say which field a misspelled one was meant to be", async () => {
    const shipping = { free_shiping: true };
    const answer = await http.post("/items", { as, body: { ...newPhone, availableQuantity: 3, shipping } });
    expect(expectProblem(answer, 400, "validation_error").cause).toMatchObject([
      {
        message: "unknown field free_shiping; did you mean free_shipping?",
        references: ["body.shipping.free_shiping"],
      },
      { message: "unknown field availableQuantity; did you mean available_quantity?" },
    ]);
  });

  it.each([
    ["a title", { title: "x".repeat(300_000) }],
    ["a tag", { tags: ["x".repeat(101)] }],
    ["tags", { tags: Array.from({ length: 101 }, () => "x") }],
    ["tags of shipping", { shipping: { tags: Array.from({ length: 51 }, () => "x") } }],
    ["a warranty", { warranty: "x".repeat(1_001) }],
    ["a code", { seller_custom_field: "x".repeat(256) }],
    ["a sale term", { sale_terms: [{ id: "INVOICE", value_name: "x".repeat(2_001) }] }],
    ["a place", { location: { address_line: "x".repeat(501) } }],
    ["a value", { attributes: [...newPhone.attributes, { id: "GTIN", value_name: "x".repeat(256) }] }],
  ])("are bounded: %s may not be huge", async (_, change) => {
    expect(codesOf(await http.post("/items", { as, body: { ...newPhone, ...change } }))).toHaveLength(1);
  });
});

describe("what GET answers can be sent back unchanged", () => {
  const unchanged = async (id: string, by = as) => {
    const before = await read(id);
    await takeEvents();
    const answer = await put(id, before, by);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    expect(answer.json()).toEqual(before);
    expect(await read(id)).toEqual(before);
    expect(await takeEvents()).toEqual([]);
  };

  const words = (count: number) => Array.from({ length: count }, (_, index) => `tag_${index}`);

  it("with every field", async () => unchanged((await create(everyField)).id));

  it.each([
    ["an item that is older than the rules", { title: "y".repeat(200), price: 10.123, attributes: [] }],
    [
      "one with an attribute that its category does not have",
      { attributes: [{ id: "WINGSPAN", name: "Wingspan", value_id: "7", value_name: "2 m" }] },
    ],
    ["one with tags of Flex that the category does not grant", { domainId: "MLA-REFRIGERATORS" }],
    [
      "one with the longest names of a tree",
      {
        attributes: [
          {
            id: "LONG",
            name: "n".repeat(500),
            value_id: "7".repeat(255),
            value_name: "x",
            attribute_group_id: "G",
            attribute_group_name: "g".repeat(500),
          },
        ],
      },
    ],
    [
      "one with as many tags as sellers and the service give",
      {
        otherFields: { tags: [...words(100), "relist", "dragged_visits"] },
        shippingTags: ["self_service_available", "self_service_out", ...words(50)],
      },
    ],
    ["a paused item", { status: "paused" as const }],
    ["a closed item", { status: "closed" as const }],
    ["an item under review", { status: "under_review" as const }],
    ["one without a price", { price: null }],
    [
      "one that is sold out",
      { availableQuantity: 0, soldQuantity: 10, status: "paused" as const, subStatus: ["out_of_stock"] },
    ],
  ])("%s", async (_, change) => unchanged(await listPhone(change)));

  it("in another site", async () => {
    const { id: category_id } = leafOf("MLB-CELLPHONES");
    const body = {
      ...everyField,
      category_id,
      currency_id: "BRL",
      price: 10,
      attributes: newPhone.attributes,
    };
    const answer = await http.post("/items", { as: brazilian, body });
    expect(answer.json<ItemWire>().sale_terms[0]?.value_name).toBe("Garantia do vendedor");
    await unchanged(answer.json<ItemWire>().id, brazilian);
  });

  it("and with one field changed it changes that one", async () => {
    const before = await create(everyField);
    await takeEvents();
    const answer = await put(before.id, { ...before, price: 99 });
    expect(answer.json()).toEqual({ ...before, price: 99, base_price: 99 });
    expect(await takeEvents()).toHaveLength(1);
  });

  it("and fields that only the service writes are ignored, whatever they hold", async () => {
    const before = await create(everyField);
    const body = {
      ...before,
      id: "MLA1",
      permalink: 7,
      thumbnail: "https://elsewhere.example/1.jpg",
      domain_id: "MLA-OTHER",
      date_created: "2020-01-01T00:00:00.000Z",
      inventory_id: "LCQI05831",
      health: 0.85,
      sold_quantity: 7,
      initial_quantity: 9,
      last_updated: "2020-01-01T00:00:00.000Z",
    };
    for (const seller_id of [7, "2418503621", null, {}])
      expect((await put(before.id, { ...body, seller_id })).json()).toEqual(before);
    const { status: _, ...model } = before;
    const copy = await create({ ...model, seller_id: "2418503621" });
    expect(copy.seller_id).toBe(before.seller_id);
  });

  it("and can be listed as a new item, which gets fields of its own", async () => {
    const { status: _, ...model } = await create(everyField);
    const copy = await create({ ...model, title: "Otra copia" });
    expect(copy.id).not.toBe(model.id);
    expect(copy).toMatchObject({
      title: "Otra copia",
      tags: model.tags,
      attributes: model.attributes,
      status: "active",
    });
  });
});

describe("changing an attribute in a body that was read", () => {
  const changed = async (change: object) => {
    const before = await create(everyField);
    const attributes = before.attributes.map((one) => (one.id === "COLOR" ? { ...one, ...change } : one));
    const answer = await put(before.id, { ...before, attributes });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    return named(answer.json<ItemWire>().attributes, "COLOR")?.value_name;
  };
  const red = phones.attributes.find(({ id }) => id === "COLOR")?.values?.find(({ name }) => name === "Rojo");

  it.each([
    ["its value_id", { value_id: red?.id }, "Rojo"],
    ["its value_name", { value_name: "Rojo" }, "Rojo"],
    ["a free value_name", { value_name: "Azul petróleo" }, "Azul petróleo"],
    ["its values", { values: [{ id: red?.id, name: "Rojo" }] }, "Rojo"],
    ["none of them", { value_id: null, value_name: null, values: [] }, undefined],
  ])("by %s is enough", async (_, change, expected) => {
    expect(await changed(change)).toBe(expected);
  });
});

describe("the condition", () => {
  const used = { id: "ITEM_CONDITION", value_id: "2230581" };

  it("is set by the attribute ITEM_CONDITION alone", async () => {
    const { condition: _, ...plain } = newPhone;
    const item = await create({ ...plain, attributes: [...newPhone.attributes, used] });
    expect(item.condition).toBe("used");
    expect(named(item.attributes, "ITEM_CONDITION")).toMatchObject({ value_name: "Usado" });
  });

  it("and the attribute stay in step, whichever of the two a change names", async () => {
    const { id } = await create(everyField);
    const conditionOf = async (body: object) => {
      const { condition, attributes } = (await put(id, body)).json<ItemWire>();
      return [condition, named(attributes, "ITEM_CONDITION")?.value_name];
    };
    expect(await conditionOf({ condition: "used" })).toEqual(["used", "Usado"]);
    expect(await conditionOf({ attributes: [{ id: "ITEM_CONDITION", value_name: "nuevo" }] })).toEqual([
      "new",
      "Nuevo",
    ]);
    expect(await conditionOf({ ...(await read(id)), condition: "used" })).toEqual(["used", "Usado"]);
    const back = await read(id);
    const attributes = back.attributes.map((one) =>
      one.id === used.id ? { ...one, value_id: "2230284" } : one,
    );
    expect(await conditionOf({ ...back, attributes })).toEqual(["new", "Nuevo"]);
    expect(await conditionOf({ condition: "not_specified" })).toEqual(["not_specified", undefined]);
  });
});

describe("an attribute that does not apply", () => {
  const notApplicable = newPhone.attributes.map(({ id }) => ({ id, value_id: "-1", value_name: null }));

  it("satisfies what the category requires, and is no filter of searches", async () => {
    const item = await create({ ...newPhone, attributes: notApplicable });
    expect(item.attributes.map(({ id, value_id }) => [id, value_id])).toEqual([
      ["BRAND", "-1"],
      ["MODEL", "-1"],
    ]);
    const [searched] = await deps.searchedItems.byNumbers([Number(item.id.slice(3))]);
    const keys = searched && indexedItem(searched).keys;
    expect(keys?.filter((key) => key.includes("-1"))).toEqual([]);
  });

  it("still does not in another category", async () => {
    const { id } = await create({ ...newPhone, attributes: notApplicable });
    const moved = await put(id, { category_id: leafOf("MLA-NOTEBOOKS").id });
    expect(moved.status).toBe(200);
    expect(named(moved.json<ItemWire>().attributes, "BRAND")?.value_id).toBe("-1");
  });
});

describe("the warranty", () => {
  const terms = [
    { id: "WARRANTY_TYPE", value_name: "garantia de fabrica" },
    { id: "WARRANTY_TIME", value_struct: { number: 12, unit: "meses" } },
  ];

  it("is that of the terms of sale where no text was given", async () => {
    const item = await create({ ...newPhone, sale_terms: terms });
    expect(item.warranty).toBe("Garantía de fábrica: 12 meses");
    const changed = await put(item.id, {
      ...item,
      sale_terms: [{ id: "WARRANTY_TIME", value_name: "6 meses" }],
    });
    expect(changed.json()).toMatchObject({ warranty: "Garantía de fábrica: 6 meses" });
    const removed = await put(item.id, { sale_terms: terms.map(({ id }) => ({ id, value_name: null })) });
    expect(removed.json()).toMatchObject({ warranty: null, sale_terms: [] });
  });

  it("is its text otherwise", async () => {
    const item = await create({ ...newPhone, warranty: "12 meses" });
    expect(item.warranty).toBe("12 meses");
    expect((await put(item.id, { warranty: null })).json()).toMatchObject({ warranty: null });
  });
});

describe("several values", () => {
  it("are answered, and each is a filter of searches", async () => {
    const id = await listPhone({ domainId: "MLA-CELLPHONES" });
    const item = await deps.items.get(id);
    const values = [
      { id: "1", name: "Cuero" },
      { id: "2", name: "Lona" },
    ];
    const attribute = {
      id: "MATERIALS",
      name: "Materiales",
      value_id: null,
      value_name: "Cuero,Lona",
      values,
    };
    await deps.db.transaction(() => deps.items.update({ ...item, attributes: [attribute] }));
    expect(named((await read(id)).attributes, "MATERIALS")).toMatchObject({
      value_id: null,
      value_name: "Cuero,Lona",
      values: [
        { id: "1", name: "Cuero", struct: null },
        { id: "2", name: "Lona", struct: null },
      ],
    });
    const [searched] = await deps.searchedItems.byNumbers([Number(id.slice(3))]);
    const keys = searched && indexedItem(searched).keys;
    expect(keys).toEqual(expect.arrayContaining(["MATERIALS=1", "MATERIALS=2"]));
  });
});
