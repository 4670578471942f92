import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { describe, expect, test } from "vitest";
import { baseUrl, get, post, put } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, newItem, newUser, type Person, users } from "../api/world.ts";

const seller = users.seller_mla;

interface Item {
  id: string;
  [field: string]: unknown;
}
const read = async (id: string) => (await get(`/items/${id}`, { as: seller })).json<Item>();
const list = (body: unknown) => post("/items", { as: seller, body });
const paths = (causes: { references: string[] }[]) => causes.flatMap(({ references }) => references).join();

describe("reading", () => {
  test("the fixtures are what their names say", async () => {
    const mine = { seller_id: seller.id, site_id: "MLA" };
    const tagsOf = async (id: string) => (await read(id)).shipping;
    expect(await read(fixtures.item_active)).toMatchObject({ ...mine, status: "active" });
    expect(await read(fixtures.item_active_2)).toMatchObject({ ...mine, status: "active" });
    expect(await read(fixtures.item_paused)).toMatchObject({ ...mine, status: "paused" });
    expect(await read(fixtures.item_closed)).toMatchObject({ ...mine, status: "closed" });
    expect(await read(fixtures.item_vehicle)).toMatchObject({ ...mine, status: "active" });
    expect(await read(fixtures.item_seller2)).toMatchObject({
      seller_id: users.seller2_mla.id,
      status: "active",
    });
    for (const id of [fixtures.item_active, fixtures.item_active_2])
      expect(await tagsOf(id)).toMatchObject({
        tags: expect.arrayContaining(["self_service_available", "self_service_out"]),
      });
    expect(await tagsOf(fixtures.item_flex_on)).toMatchObject({
      tags: expect.arrayContaining(["self_service_in"]),
    });
    expect(JSON.stringify(await tagsOf(fixtures.item_no_flex))).not.toContain("self_service_available");
  });

  test("up to 20 items are read at once, each with its own code", async () => {
    const answer = await get(`/items?ids=${fixtures.item_active},MLA9999999999,${fixtures.item_closed}`, {
      as: seller,
    });
    expect(answer.json()).toMatchObject([
      { code: 200, body: { id: fixtures.item_active } },
      { code: 404, body: { error: "not_found", status: 404 } },
      { code: 200, body: { id: fixtures.item_closed } },
    ]);
    const many = Array.from({ length: 21 }, () => fixtures.item_active);
    expect((await get(`/items?ids=${many.slice(1)}`, { as: seller })).status).toBe(200);
    expectProblem(await get(`/items?ids=${many}`, { as: seller }), 400, "bad_request");
    expectProblem(await get("/items", { as: seller }), 400, "bad_request");
  });
});

describe("listing", () => {
  test("listing an item answers 201 with all its fields, and reading it gives the same", async () => {
    const as = await newUser();
    const model = await read(fixtures.item_active);
    const body = {
      title: "Teléfono de prueba",
      category_id: fixtures.category_leaf,
      price: "1500.50",
      currency_id: "ARS",
      available_quantity: 3,
      buying_mode: "buy_it_now",
      condition: "used",
      listing_type_id: "gold_special",
      pictures: [{ source: "https://img.example/1.jpg" }],
      attributes: model.attributes,
      description: { plain_text: "Como nuevo." },
      video_id: null,
      shipping: { mode: "me2", free_shipping: true, tags: [] },
    };
    const created = await post("/items", { as, body });
    expect({ status: created.status, text: created.text }).toMatchObject({ status: 201 });
    const item = created.json<Item>();
    expect(item).toMatchObject({
      id: expect.stringMatching(/^MLA\d+$/),
      status: "active",
      seller_id: as.id,
      site_id: "MLA",
      title: "Teléfono de prueba",
      price: 1500.5,
      currency_id: "ARS",
      available_quantity: 3,
      condition: "used",
      shipping: { mode: "me2", free_shipping: true },
    });
    expect(await read(item.id)).toEqual(item);
  });

  test("all issues are reported at once", async () => {
    const causes = expectProblem(
      await list({
        title: "x".repeat(61),
        category_id: fixtures.category_leaf,
        price: -5,
        currency_id: "USD",
        available_quantity: -1,
        condition: "broken",
        attributes: [],
      }),
      400,
      "validation_error",
    );
    const named = paths(causes);
    for (const field of ["title", "price", "currency_id", "available_quantity", "condition", "attributes"])
      expect(named).toContain(field);
  });

  test.each([
    ["a category that is no leaf", { category_id: fixtures.category_root }],
    ["an unknown category", { category_id: "MLA999999999" }],
    ["no category", { category_id: undefined }],
    ["no title", { title: undefined }],
    ["no price", { price: undefined }],
    ["a price that is no number", { price: "cheap" }],
    ["an unknown field", { color: "red" }],
    ["a misspelled field", { available_quantiy: 1 }],
    ["variations, which come later", { variations: [{ price: 10 }] }],
    ["a nested unknown field", { shipping: { mode: "me2", speed: 9 } }],
    [
      "a value that the attribute does not have",
      { attributes: [{ id: "BRAND", value_id: "no-such-value" }] },
    ],
  ])("%s is a validation_error", async (_, change) => {
    const { title, category_id, price, currency_id, attributes } = await read(fixtures.item_active);
    const body = { title, category_id, price, currency_id, attributes, ...change };
    expect(expectProblem(await list(body), 400, "validation_error").length).toBeGreaterThan(0);
  });

  test("a category of another site is refused", async () => {
    const [category] = (await get("/sites/MLB/categories", { as: seller })).json<{ id: string }[]>();
    expectProblem(
      await list({ title: "Algo", category_id: category?.id, price: 10 }),
      400,
      "validation_error",
    );
  });
});

describe("many items in one request", () => {
  const headers = { "Content-Type": "application/x-ndjson" };
  const bulk = async (as: Person, lines: readonly string[], key: string) => {
    const body = new TextEncoder().encode(lines.join("\n"));
    const answer = await post("/items/bulk", { as, body, headers: { ...headers, "Idempotency-Key": key } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/x-ndjson");
    return answer.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { code: number; id: string });
  };

  test("are answered line by line, over the limit of a JSON body, and once per key", async () => {
    const as = await newUser();
    const { title, category_id, price, currency_id, attributes } = await read(await newItem(as));
    const item = JSON.stringify({
      title,
      category_id,
      price,
      currency_id,
      attributes,
      description: "x".repeat(3_000),
    });
    const lines = Array.from({ length: 450 }, (_, index) => (index === 7 ? "{}" : item));
    const first = await bulk(as, lines, "many");
    expect(first.filter(({ code }) => code === 201)).toHaveLength(449);
    expect(first[7]).toMatchObject({ line: 8, code: 400, body: { error: "validation_error" } });
    expect(await bulk(as, lines, "many")).toEqual(first);
    expect((await read(first[449]?.id ?? "")).seller_id).toBe(as.id);
  });

  test("are answered while the request is still being sent", async () => {
    const as = await newUser();
    const { title, category_id, price, currency_id, attributes } = await read(await newItem(as));
    const item = JSON.stringify({ title, category_id, price, currency_id, attributes });
    const request = httpRequest(`${baseUrl}/items/bulk`, {
      method: "POST",
      headers: { ...headers, Authorization: `Bearer ${as.access_token}` },
    });
    request.write(`${item}\n`.repeat(200));
    const [answer] = await once(request, "response");
    const [block] = await once(answer, "data");
    expect(JSON.parse(String(block).split("\n")[0] ?? "")).toMatchObject({ line: 1, code: 201 });
    request.end(item);
    let rest = "";
    for await (const chunk of answer) rest += chunk;
    expect(rest).toContain('"line":201,');
  });
});

describe("a seller's own items", () => {
  test("are found by status, words and code; nobody else may look", async () => {
    const as = await newUser();
    const [active, paused] = [
      await newItem(as, { title: "Velador azul", seller_custom_field: "V-1" }),
      await newItem(as, { title: "Velador rojo", status: "paused" }),
    ];
    const path = `/users/${as.id}/items/search`;
    const found = async (query: string) =>
      (await get(`${path}?${query}`, { as })).json<{ results: string[] }>().results;
    expect((await found("q=velador")).toSorted()).toEqual([active, paused].toSorted());
    expect(await found("status=paused")).toEqual([paused]);
    expect(await found("sku=V-1")).toEqual([active]);
    expectProblem(await get(path, { as: users.seller2_mla }), 403, "forbidden");
  });

  test("can be validated and described apart from the item", async () => {
    const as = await newUser();
    const id = await newItem(as);
    const { title, category_id, price, currency_id, attributes } = await read(id);
    const body = { title, category_id, price, currency_id, attributes };
    expect((await post("/items/validate", { as, body })).status).toBe(204);
    const wrong = await post("/items/validate", { as, body: { ...body, price: -1 } });
    expectProblem(wrong, 400, "validation_error");
    const path = `/items/${id}/description`;
    const text = { plain_text: "Nuevo, en caja" };
    expect((await post(path, { as, body: text })).status).toBe(201);
    expectProblem(await post(path, { as, body: text }), 400, "validation_error");
    expect((await put(path, { as, body: { plain_text: "Otra" } })).json()).toMatchObject({
      plain_text: "Otra",
    });
    const [{ id: description } = { id: "" }] = (await read(id)).descriptions as { id: string }[];
    expect((await get(`/items/${id}/descriptions/${description}`, { as })).json()).toMatchObject({
      plain_text: "Otra",
    });
  });
});

describe("changing", () => {
  test("what is read can be sent back, and with another price it has another price", async () => {
    const as = await newUser();
    const terms = [{ id: "WARRANTY_TYPE", value_id: "2230280" }];
    const id = await newItem(as, { sale_terms: terms, tags: ["cart_eligible"], seller_custom_field: "A-1" });
    const before = await read(id);
    const back = await put(`/items/${id}`, { as, body: before });
    expect({ status: back.status, text: back.text }).toMatchObject({ status: 200 });
    expect(await read(id)).toEqual(before);
    const changed = (await put(`/items/${id}`, { as, body: { ...before, price: 77 } })).json<Item>();
    expect({ ...changed, last_updated: before.last_updated }).toEqual({
      ...before,
      price: 77,
      base_price: 77,
    });
  });

  test("omitted fields stay, sent fields change", async () => {
    const as = await newUser();
    const id = await newItem(as);
    const before = await read(id);
    const changed = await put(`/items/${id}`, { as, body: { price: 99, available_quantity: 2 } });
    expect(changed.status).toBe(200);
    const { last_updated, ...rest } = changed.json<Item>();
    expect(rest).toMatchObject({ title: before.title, price: 99, available_quantity: 2, status: "active" });
    expect(await read(id)).toEqual({ ...rest, last_updated });
  });

  test("an item is paused and activated again; a closed one stays closed", async () => {
    const as = await newUser();
    const id = await newItem(as);
    const to = async (status: string) => (await put(`/items/${id}`, { as, body: { status } })).status;
    expect(await to("paused")).toBe(200);
    expect(await to("active")).toBe(200);
    expect(await to("closed")).toBe(200);
    expect(await to("active")).toBe(400);
    expect(await read(id)).toMatchObject({ status: "closed" });
  });

  test("only its seller changes an item, and nothing invalid is stored", async () => {
    const as = await newUser();
    const id = await newItem(as);
    const before = await read(id);
    expectProblem(await put(`/items/${id}`, { as: users.seller2_mla, body: { price: 1 } }), 403, "forbidden");
    for (const body of [
      { price: -1 },
      { title: "" },
      { status: "sold" },
      { color: "red" },
      { title: "x".repeat(61) },
    ])
      expectProblem(await put(`/items/${id}`, { as, body }), 400, "validation_error");
    expectProblem(await put("/items/MLA9999999999", { as, body: { price: 1 } }), 404, "not_found");
    expect(await read(id)).toEqual(before);
  });
});
