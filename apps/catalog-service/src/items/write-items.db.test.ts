import { asCaller, callers, conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { brazilian, leafOf, startCatalog } from "../catalog.fixture.ts";
import { itemsResource } from "./items.resource.ts";
import type { ItemWire } from "./items.schema.ts";

const catalog = await startCatalog();
const { http, listPhone } = catalog;
const phones = leafOf("MLA-CELLPHONES");

const newPhone = {
  title: "Motorola Moto G84 256 GB azul",
  category_id: phones.id,
  price: "250000.50",
  currency_id: "ARS",
  available_quantity: 3,
  condition: "new",
  buying_mode: "buy_it_now",
  listing_type_id: "gold_special",
  pictures: [{ source: "https://img.example/moto.jpg" }],
  attributes: [
    { id: "BRAND", value_name: "samsung" },
    { id: "MODEL", value_name: "Un modelo propio" },
  ],
  description: { plain_text: "Nuevo, en caja" },
  shipping: { mode: "me2", free_shipping: true, tags: ["mandatory_free_shipping", "self_service_in"] },
};

const create = async (changes: object = {}): Promise<ItemWire> => {
  const answer = await http.post("/items", { as: callers.seller, body: { ...newPhone, ...changes } });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return answer.json();
};
// Reads are compared with each other, so they are all of one item.
let knownItem: Promise<string> | undefined;
const known = (): Promise<string> => {
  knownItem ??= listPhone();
  return knownItem;
};
const codesOf = (body: { cause: unknown[] }) => body.cause.map((cause) => (cause as { code: string }).code);

describe("listing an item", () => {
  it("answers 201 with the item, which can then be read", async () => {
    const item = await create();
    expect(item).toMatchObject({
      title: newPhone.title,
      price: 250000.5,
      seller_id: 1_000_000_001,
      site_id: "MLA",
      domain_id: "MLA-CELLPHONES",
      status: "active",
      available_quantity: 3,
      date_created: "2026-03-10T15:00:00.000Z",
    });
    expect(item.id).toMatch(/^MLA\d{10,}$/);
    const read = await http.get(`/items/${item.id}`, { as: callers.buyer });
    expect(read.json()).toEqual(item);
  });

  it("accepts numbers as text and a description as its text alone, as existing clients send them", async () => {
    const item = await create({ price: "350", available_quantity: "12", description: "Nuevo" });
    expect(item).toMatchObject({ price: 350, available_quantity: 12 });
    const description = await http.get(`/items/${item.id}/description`, { as: callers.buyer });
    expect(description.json()).toMatchObject({ plain_text: "Nuevo" });
  });

  it("names the expected type of a price and of a stock", async () => {
    const body = { ...newPhone, price: true, available_quantity: null };
    const answer = await http.post("/items", { as: callers.seller, body });
    expect(expectProblem(answer, 400, "validation_error").cause).toMatchObject([
      { message: "must be a number or a numeric string", references: ["body.price"] },
      { message: "must be an integer or its digits as a string", references: ["body.available_quantity"] },
    ]);
  });

  it("accepts a known value by its name and a free value as it is", async () => {
    const { attributes } = await create();
    expect(attributes[0]).toMatchObject({ id: "BRAND", value_name: "Samsung", value_id: expect.any(String) });
    expect(attributes[1]).toMatchObject({ id: "MODEL", value_name: "Un modelo propio", value_id: null });
  });

  it.each(["128 GB", "128GB", " 128  gb "])("accepts %j for the known value", async (value_name) => {
    const attributes = [...newPhone.attributes, { id: "INTERNAL_MEMORY", value_name }];
    expect((await create({ attributes })).attributes).toContainEqual(
      expect.objectContaining({ id: "INTERNAL_MEMORY", value_name: "128 GB", value_id: expect.any(String) }),
    );
  });

  it("offers Flex, switched off, where the category allows it, and ignores Flex tags of clients", async () => {
    const { shipping } = await create();
    expect(shipping.tags).toEqual(["self_service_available", "self_service_out", "mandatory_free_shipping"]);
    const bulky = leafOf("MLA-REFRIGERATORS");
    expect((await create({ category_id: bulky.id, attributes: [] })).shipping.tags).toEqual([
      "mandatory_free_shipping",
    ]);
    const optIn = leafOf("MLA-FLAMMABLE_SOLVENTS");
    const shippedOnlyByFlex = await create({ category_id: optIn.id, attributes: [], shipping: undefined });
    expect(shippedOnlyByFlex.shipping).toMatchObject({
      mode: "not_specified",
      tags: ["self_service_available", "self_service_out"],
    });
  });

  it("names every issue at once", async () => {
    const body = {
      ...newPhone,
      title: "x".repeat(61),
      price: -1,
      currency_id: "BRL",
      available_quantity: -5,
      condition: "broken",
      buying_mode: "lottery",
      listing_type_id: "platinum",
      pictures: Array.from({ length: 13 }, (_, index) => ({ source: `https://img.example/${index}.jpg` })),
      attributes: [
        { id: "COLOR", value_id: "no-such" },
        { id: "WINGSPAN", value_name: "2 m" },
      ],
      description: { plain_text: "x".repeat(50_001) },
      shipping: { mode: "pigeon" },
    };
    const answer = await http.post("/items", { as: callers.seller, body });
    const problem = expectProblem(answer, 400, "validation_error");
    expect(codesOf(problem).toSorted()).toEqual(
      [
        "item.attributes.invalid",
        "item.attributes.invalid_value",
        "item.attributes.missing_required",
        "item.attributes.missing_required",
        "item.available_quantity.invalid",
        "item.buying_mode.invalid",
        "item.condition.invalid",
        "item.currency_id.invalid",
        "item.description.length.invalid",
        "item.listing_type_id.invalid",
        "item.pictures.max",
        "item.price.invalid",
        "item.shipping_mode.invalid",
        "item.title.length.invalid",
      ].toSorted(),
    );
  });

  it.each([
    ["category_id.invalid", { category_id: "MLA999999999" }, []],
    ["category_id.not_a_leaf", { category_id: phones.path[0] }, ["title.length.invalid"]],
    ["category_id.invalid", { category_id: leafOf("MLB-CELLPHONES").id }, []],
    ["site_id.invalid", { site_id: "MLB" }, ["title.length.invalid"]],
  ])("names %s together with the other issues", async (code, change, more) => {
    const faulty = { title: "x".repeat(61), price: -1, available_quantity: -5 };
    const body = { ...newPhone, ...faulty, ...change };
    const problem = expectProblem(
      await http.post("/items", { as: callers.seller, body }),
      400,
      "validation_error",
    );
    const codes = [code, ...more, "price.invalid", "available_quantity.invalid"];
    expect(codesOf(problem).toSorted()).toEqual(codes.map((each) => `item.${each}`).toSorted());
  });

  it.each([
    ["an unknown field", { foo: 1 }, "unknown_field"],
    ["a picture without an address", { pictures: [{ source: "x" }] }, "invalid_format"],
    ["a fraction of a piece", { available_quantity: 1.5 }, "invalid_union"],
    ["attributes that are none", { attributes: "red" }, "invalid_type"],
  ])("names the other issues together with %s", async (_, change, code) => {
    const body = { ...newPhone, title: "x".repeat(61), price: -1, ...change };
    const answer = await http.post("/items", { as: callers.seller, body });
    const problem = expectProblem(answer, 400, "validation_error");
    expect(codesOf(problem)).toEqual([code, "item.title.length.invalid", "item.price.invalid"]);
  });

  it.each(["a".repeat(1_000_000), [], 5, null])(
    "takes what is no object for no item, and does not take it apart",
    async (body) => {
      const json = { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
      const answer = await http.post("/items", { as: callers.seller, ...json });
      expect(codesOf(expectProblem(answer, 400, "validation_error"))).toEqual(["invalid_type"]);
    },
  );

  it("names the other issues when category or title are invalid", async () => {
    const codes = async (change: object) => {
      const body = { ...newPhone, foo: 1, price: -1, ...change };
      const answer = await http.post("/items", { as: callers.seller, body });
      return codesOf(expectProblem(answer, 400, "validation_error"));
    };
    const unknown = ["unknown_field", "item.category_id.invalid", "item.price.invalid"];
    expect(await codes({ category_id: "MLA999999999" })).toEqual(unknown);
    expect(await codes({ category_id: "phones" })).toEqual(unknown);
    expect(await codes({ category_id: undefined })).toEqual([
      "required",
      "unknown_field",
      "item.price.invalid",
    ]);
    const foreign = { category_id: leafOf("MLB-CELLPHONES").id, site_id: "MLB", price: 10.5 };
    expect(await codes(foreign)).toEqual([
      "unknown_field",
      "item.site_id.invalid",
      "item.category_id.invalid",
    ]);
    expect(await codes({ "shipping.mode": "me2", currency_id: 5, price: 10.123 })).toEqual([
      "invalid_type",
      "unknown_field",
      "unknown_field",
    ]);
    const brand = { id: "BRAND", value_name: "samsung" };
    expect(await codes({ attributes: [{ ...brand, color: "red" }], price: 10.5 })).toEqual(
      expect.arrayContaining(["unknown_field", "item.attributes.missing_required"]),
    );
    expect(await codes({ attributes: [{ id: "BRAND", value_nmae: "samsung" }], price: 10.5 })).not.toContain(
      "item.attributes.missing_required",
    );
    const required = ["item.attributes.missing_required", "item.attributes.missing_required"];
    expect(await codes({ title: 5, attributes: [] })).toEqual([
      "invalid_type",
      "unknown_field",
      "item.price.invalid",
      ...required,
    ]);
  });

  it.each([
    [
      "a required value that cannot be seen",
      {
        attributes: [
          { id: "BRAND", value_name: "\u200b" },
          { id: "MODEL", value_name: "A1" },
        ],
      },
      "item.attributes.missing_required",
    ],
    [
      "a number without its unit",
      { attributes: [{ id: "INTERNAL_MEMORY", value_name: "128" }] },
      "item.attributes.invalid_value",
    ],
    [
      "a picture twice",
      {
        pictures: [
          { id: "a", source: "http://x/1" },
          { id: "a", source: "http://x/2" },
        ],
      },
      "item.pictures.duplicate",
    ],
    ["a picture without an id", { pictures: [{ id: "", source: "http://x/1" }] }, "too_small"],
    ["an empty category", { category_id: "" }, "item.category_id.invalid"],
  ])("refuses %s", async (_, wrong, code) => {
    const answer = await http.post("/items", { as: callers.seller, body: { ...newPhone, ...wrong } });
    expect(codesOf(expectProblem(answer, 400, "validation_error"))).toContain(code);
  });

  it("does not report an invalid attribute as missing, too", async () => {
    const attributes = [
      { id: "BRAND", value_id: "0" },
      { id: "MODEL", value_name: "x".repeat(256) },
      { id: "MODEL", value_name: "x" },
    ];
    const body = { ...newPhone, attributes };
    const problem = expectProblem(
      await http.post("/items", { as: callers.seller, body }),
      400,
      "validation_error",
    );
    const invalid = "item.attributes.invalid_value";
    expect(codesOf(problem)).toEqual([invalid, invalid, "item.attributes.duplicate"]);
  });

  it.each([
    ["an unknown category", { category_id: "MLA999999999" }, "item.category_id.invalid"],
    ["a malformed category", { category_id: "phones" }, "item.category_id.invalid"],
    ["a category of another site", { category_id: leafOf("MLB-CELLPHONES").id }, "item.category_id.invalid"],
    ["a category that is no leaf", { category_id: phones.path[0] }, "item.category_id.not_a_leaf"],
    ["no price where one is required", { price: null }, "item.price.required"],
    ["a blank title", { title: "   " }, "item.title.required"],
    ["a title of nothing that shows", { title: "\u200b\u2060" }, "item.title.required"],
    ["too many decimals", { price: 10.123 }, "item.price.invalid"],
    ["a picture without a source", { pictures: [{}] }, "item.pictures.invalid"],
    ["another site than the caller's", { site_id: "MLB" }, "item.site_id.invalid"],
    ["a price that is no number", { price: "cheap" }, "invalid_format"],
    ["a fraction of a piece", { available_quantity: 1.5 }, "invalid_union"],
  ])("refuses %s", async (_, change, code) => {
    const answer = await http.post("/items", { as: callers.seller, body: { ...newPhone, ...change } });
    expect(codesOf(expectProblem(answer, 400, "validation_error"))).toEqual([code]);
  });

  it("lists once for one Idempotency-Key", async () => {
    const ask = { as: callers.seller, body: newPhone, headers: { "Idempotency-Key": "same" } };
    const [first, second] = await Promise.all([http.post("/items", ask), http.post("/items", ask)]);
    expect(first.status).toBe(201);
    expect(second.json()).toEqual(first.json());
  });

  it("lists in the caller's own site", async () => {
    const category = leafOf("MLB-CELLPHONES");
    const body = { ...newPhone, category_id: category.id, currency_id: "BRL" };
    const answer = await http.post("/items", { as: brazilian, body });
    expect(answer.json<ItemWire>().id).toMatch(/^MLB/);
  });
});

describe("changing an item", () => {
  const put = (id: string, body: object, ask: object = {}) =>
    http.put(`/items/${id}`, { as: callers.seller, body, ...ask });

  it("keeps fields that the change leaves out", async () => {
    const before = await create();
    const answer = await put(before.id, { price: 99 });
    expect(answer.json()).toEqual({
      ...before,
      price: 99,
      base_price: 99,
      last_updated: before.last_updated,
    });
  });

  it("changes attributes one by one, and removes one without a value", async () => {
    const { id } = await create({
      attributes: [...newPhone.attributes, { id: "COLOR", value_name: "Turquesa" }],
    });
    const changed = await put(id, {
      attributes: [
        { id: "BRAND", value_name: "Otra" },
        { id: "COLOR", value_id: null },
      ],
    });
    expect(changed.json<ItemWire>().attributes.map((a) => [a.id, a.value_name])).toEqual([
      ["BRAND", "Otra"],
      ["MODEL", "Un modelo propio"],
    ]);
    const answer = await put(id, { attributes: [{ id: "MODEL", value_name: null }] });
    expect(codesOf(expectProblem(answer, 400, "validation_error"))).toEqual([
      "item.attributes.missing_required",
    ]);
  });

  it("names an invalid price together with a field of another type", async () => {
    const body = { price: -1, available_quantity: 1.5, title: " " };
    const answer = await http.put(`/items/${await known()}`, { as: callers.seller, body });
    const problem = expectProblem(answer, 400, "validation_error");
    expect(codesOf(problem)).toEqual(["invalid_union", "item.title.required", "item.price.invalid"]);
  });

  it("names issues with the category together with a field of another type, to its seller", async () => {
    const { id } = await create();
    const body = {
      price: "abc",
      condition: "zz",
      currency_id: "USD",
      title: "x".repeat(61),
      attributes: [{ id: "WINGSPAN", value_name: "2 m" }],
    };
    const put = async (as: typeof callers.seller, more: object = {}) => {
      const answer = await http.put(`/items/${id}`, { as, body: { ...body, ...more } });
      return codesOf(expectProblem(answer, 400, "validation_error")).toSorted();
    };
    const ofCategory = [
      "attributes.invalid",
      "condition.invalid",
      "currency_id.invalid",
      "title.length.invalid",
    ];
    expect(await put(callers.seller)).toEqual(
      ["invalid_format", ...ofCategory.map((code) => `item.${code}`)].toSorted(),
    );
    expect(await put(callers.otherSeller)).toEqual(["invalid_format"]);
    expect(await put(callers.seller, { category_id: 7 })).toEqual(["invalid_format", "invalid_type"]);
  });

  it("keeps in another category the attributes that it knows, with its values", async () => {
    const notebooks = leafOf("MLA-NOTEBOOKS");
    const there = new Map(notebooks.attributes.map((attribute) => [attribute.id, attribute]));
    const [brand] = there.get("BRAND")?.values ?? [];
    const foreign = phones.attributes.find(({ id }) => !there.has(id));
    const attributes = [
      { id: "BRAND", value_name: brand?.name },
      { id: "MODEL", value_name: "Yoga 7" },
      { id: foreign?.id, value_name: foreign?.values?.[0]?.name ?? "7" },
    ];
    const { id } = await create({ attributes });
    const moved = await put(id, { category_id: notebooks.id });
    expect({ status: moved.status, text: moved.text }).toMatchObject({ status: 200 });
    expect(moved.json<ItemWire>().attributes.map((a) => [a.id, a.value_id, a.value_name])).toEqual([
      ["BRAND", brand?.id, brand?.name],
      ["MODEL", null, "Yoga 7"],
    ]);
    const readFirst = await create({ attributes });
    const sentBack = await put(readFirst.id, { ...readFirst, category_id: notebooks.id });
    expect(sentBack.json<ItemWire>().attributes).toEqual(moved.json<ItemWire>().attributes);
    const bare = await listPhone({ attributes: [] });
    const refused = await put(bare, { category_id: notebooks.id });
    expect(new Set(codesOf(expectProblem(refused, 400, "validation_error")))).toEqual(
      new Set(["item.attributes.missing_required"]),
    );
  });

  it("removes an attribute that its category no longer has", async () => {
    const attribute = { id: "WINGSPAN", name: "Wingspan", value_id: null, value_name: "2 m" };
    const id = await listPhone({ attributes: [attribute] });
    const removed = await put(id, { attributes: [{ id: "WINGSPAN", value_name: "" }] });
    // Required ones are missing from this item, which is older than the rules.
    expect(codesOf(expectProblem(removed, 400, "validation_error"))).not.toContain("item.attributes.invalid");
    const attributes = [{ id: "WINGSPAN" }, ...newPhone.attributes];
    const changed = await put(id, { attributes });
    expect(changed.json<ItemWire>().attributes.map((one) => one.id)).toEqual(["BRAND", "MODEL"]);
    expectProblem(await put(id, { attributes: [{ id: "WINGSPAN" }] }), 400, "validation_error");
  });

  it("checks only changed fields, so that an item older than a rule can be restocked", async () => {
    const id = await listPhone({ title: "y".repeat(200) });
    expect((await put(id, { available_quantity: 7 })).status).toBe(200);
    expect(
      codesOf(expectProblem(await put(id, { title: "z".repeat(200) }), 400, "validation_error")),
    ).toEqual(["item.title.length.invalid"]);
  });

  it("is for its seller only", async () => {
    const id = await listPhone();
    expectProblem(await put(id, { price: 1 }, { as: callers.otherSeller }), 403, "forbidden");
    expectProblem(await put(id, { price: 1 }, { as: callers.operator }), 403, "forbidden");
    expectProblem(await put("MLA1", { price: 1 }), 404, "not_found", "Item with id MLA1 not found");
    expectProblem(await put("phone", { price: 1 }), 400, "bad_request");
  });

  it("obeys If-Match", async () => {
    const id = await listPhone();
    const { etag = "" } = (await http.get(`/items/${id}`, { as: callers.buyer })).headers;
    const changed = await put(id, { price: 5 }, { headers: { "If-Match": etag } });
    expect(changed.status).toBe(200);
    expectProblem(await put(id, { price: 6 }, { headers: { "If-Match": etag } }), 412, "precondition_failed");
    const again = await put(id, { price: 6 }, { headers: { "If-Match": changed.headers.etag ?? "" } });
    expect(again.json()).toMatchObject({ price: 6 });
  });

  it("pauses and resumes, and closes for good", async () => {
    const id = await listPhone();
    for (const status of ["paused", "active", "closed"])
      expect((await put(id, { status })).json()).toMatchObject({ status });
    for (const change of [{ status: "active" }, { price: 3 }])
      expect(codesOf(expectProblem(await put(id, change), 400, "validation_error"))).toEqual([
        "item.status.invalid",
      ]);
    expect((await put(id, { status: "closed" })).status).toBe(200);
    expect(catalog.closed.filter((item) => item === id)).toEqual([id]);
  });

  it("only an operator puts it under review and takes it out", async () => {
    const id = await listPhone();
    expectProblem(await put(id, { status: "under_review" }), 403, "forbidden");
    const review = await put(id, { status: "under_review" }, { as: callers.operator });
    expect(review.json()).toMatchObject({ status: "under_review" });
    expectProblem(await put(id, { status: "active" }), 403, "forbidden");
    expect((await put(id, { status: "active" }, { as: callers.operator })).json()).toMatchObject({
      status: "active",
    });
  });

  it("tells questions-service of a closed item once it can be reached again", async () => {
    const id = await listPhone();
    catalog.questions.down = true;
    expect((await put(id, { status: "closed" })).status).toBe(200);
    expect(catalog.closed).not.toContain(id);
    catalog.questions.down = false;
    expect(await catalog.deps.closings.sendAll()).toBe(1);
    expect(catalog.closed).toContain(id);
    expect(await catalog.deps.closings.sendAll()).toBe(0);
  });

  it("keeps Flex on through other changes", async () => {
    const id = await listPhone({ shippingTags: ["self_service_available", "self_service_in"] });
    const changed = await put(id, {
      shipping: { free_shipping: true, tags: ["self_service_out", "fragile"] },
    });
    expect(changed.json<ItemWire>().shipping).toMatchObject({
      free_shipping: true,
      tags: ["self_service_available", "self_service_in", "fragile"],
    });
  });
});

conforms(itemsResource, {
  http,
  as: asCaller(),
  examples: {
    listItems: async () => ({ query: { ids: await known() } }),
    getItem: async () => ({ params: { id: await known() } }),
    createItem: { body: newPhone },
    validateItem: { body: newPhone },
    updateItem: async () => ({ params: { id: await known() }, body: { price: 12 } }),
  },
});
