import { describe, expect, test } from "vitest";
import { get } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, newItem, newUser, users } from "../api/world.ts";

const as = users.buyer_mla;

interface Result {
  id: string;
  price: number;
  category_id: string;
  attributes: { id: string; value_id: string | null }[];
}
interface Envelope {
  paging: { total: number; offset: number; limit: number };
  results: Result[];
  sort: { id: string };
  available_sorts: { id: string }[];
  filters: { id: string }[];
  available_filters: { id: string; values: { id: string; name: string; results: number }[] }[];
  scroll_id?: string | null;
}
const search = async (query: string, path = "/sites/MLA/search"): Promise<Envelope> => {
  const answer = await get(`${path}?${query}`, { as });
  expect({ query, status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<Envelope>();
};
const titleOf = (word: string) => `Lámpara ${word} para escritorio`;

describe("the envelope", () => {
  test("has exactly the documented fields, on both paths", async () => {
    const names = [
      "site_id",
      "query",
      "paging",
      "results",
      "sort",
      "available_sorts",
      "filters",
      "available_filters",
    ];
    const byText = await search("q=celular&limit=2");
    expect(Object.keys(byText)).toEqual(names);
    expect(byText).toMatchObject({ site_id: "MLA", query: "celular", paging: { offset: 0, limit: 2 } });
    const byCategory = await search(`category=${fixtures.category_leaf}&limit=2`, "/MLA/search");
    expect(Object.keys(byCategory)).toEqual(names);
    expect(byCategory.sort).toEqual({ id: expect.any(String), name: expect.any(String) });
    const sorts = [byCategory.sort, ...byCategory.available_sorts].map(({ id }) => id);
    expect(sorts.toSorted()).toEqual(["price_asc", "price_desc", "relevance"]);
  });

  test("a result has the fields of decisions 7.4", async () => {
    const [result] = (await search("q=celular&limit=1")).results;
    expect(result).toMatchObject({
      ...{ id: expect.stringMatching(/^MLA\d+$/), site_id: "MLA", title: expect.any(String) },
      seller: { id: expect.any(Number), nickname: expect.any(String) },
      ...{ price: expect.any(Number), currency_id: "ARS", available_quantity: expect.any(Number) },
      ...{ condition: expect.any(String), permalink: expect.any(String), thumbnail: expect.any(String) },
      ...{ category_id: expect.any(String), domain_id: expect.any(String) },
      ...{ attributes: expect.any(Array), shipping: expect.any(Object) },
    });
  });

  test("offset and limit move one block through the same order", async () => {
    const query = `category=${fixtures.category_root}`;
    const whole = (await search(`${query}&limit=20`)).results.map(({ id }) => id);
    const parts = await Promise.all([0, 10].map((offset) => search(`${query}&limit=10&offset=${offset}`)));
    expect(parts.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(whole);
  });
});

describe("what is found", () => {
  test("accents, case and inflections do not matter, a typing error does not either", async () => {
    const word = `Zafiro${Array.from({ length: 6 }, () => "abcdefghij"[Math.floor(Math.random() * 10)]).join("")}`;
    const id = await newItem(await newUser(), { title: titleOf(word) });
    const found = async (q: string) =>
      (await search(`q=${encodeURIComponent(q)}`)).results.map((one) => one.id);
    await expect.poll(() => found(word), { timeout: 5000 }).toContain(id);
    for (const q of [
      `LAMPARA ${word}`,
      `lámparas ${word.toLowerCase()}`,
      `lampara de ${word}`,
      `lampra ${word}`,
    ])
      expect({ q, found: await found(q) }).toMatchObject({ found: expect.arrayContaining([id]) });
  });

  test("only active items are found", async () => {
    const ids = (await search(`category=${fixtures.category_root}&limit=100`)).results.map(({ id }) => id);
    for (const id of [fixtures.item_paused, fixtures.item_closed]) expect(ids).not.toContain(id);
    const { results } = await search(`q=${encodeURIComponent("teléfono")}&limit=100`);
    for (const id of [fixtures.item_paused, fixtures.item_closed])
      expect(results.map((result) => result.id)).not.toContain(id);
  });

  test("a category holds what its descendants hold", async () => {
    const [root, leaf] = await Promise.all([
      search(`category=${fixtures.category_root}&limit=1`),
      search(`category=${fixtures.category_leaf}&limit=50`),
    ]);
    expect(root.paging.total).toBeGreaterThanOrEqual(leaf.paging.total);
    for (const { category_id } of leaf.results) expect(category_id).toBe(fixtures.category_leaf);
  });

  test("prices, with an open end, and attributes filter; the filter is named", async () => {
    const base = `category=${fixtures.category_leaf}&limit=50`;
    const prices = async (range: string) =>
      (await search(`${base}&price=${range}`)).results.map(({ price }) => price);
    const all = (await search(base)).results.map(({ price }) => price).toSorted((a, b) => a - b);
    const middle = all[Math.floor(all.length / 2)] ?? 0;
    for (const price of await prices(`*-${middle}`)) expect(price).toBeLessThanOrEqual(middle);
    for (const price of await prices(`${middle}-*`)) expect(price).toBeGreaterThanOrEqual(middle);
    expect(await prices(`${middle}-${middle}`)).toContain(middle);
    const { available_filters } = await search(base);
    const brand = available_filters.find(({ id }) => id === "BRAND")?.values[0];
    const filtered = await search(`${base}&BRAND=${brand?.id}`);
    expect(filtered.filters.map(({ id }) => id)).toContain("BRAND");
    for (const { attributes } of filtered.results)
      expect(attributes.find(({ id }) => id === "BRAND")?.value_id).toBe(brand?.id);
  });

  test("the counts of available filters hold when they are applied", async () => {
    const base = `category=${fixtures.category_leaf}&limit=1`;
    const { available_filters } = await search(base);
    const brand = available_filters.find(({ id }) => id === "BRAND");
    expect(brand?.values.length).toBeGreaterThan(1);
    for (const { id, results } of brand?.values.slice(0, 3) ?? [])
      expect((await search(`${base}&BRAND=${id}`)).paging.total).toBe(results);
  });

  test("price_asc and price_desc sort by price", async () => {
    const prices = async (sort: string) =>
      (await search(`q=celular&sort=${sort}&limit=30`)).results.map(({ price }) => price);
    const [up, down] = [await prices("price_asc"), await prices("price_desc")];
    expect(up).toEqual(up.toSorted((a, b) => a - b));
    expect(down).toEqual(down.toSorted((a, b) => b - a));
  });
});

describe("scan", () => {
  test("reads all matches once and ends with null", async () => {
    const base = `category=${fixtures.category_leaf}&search_type=scan&limit=100`;
    const seen: string[] = [];
    let page = await search(base);
    const { total } = page.paging;
    while (page.results.length > 0) {
      seen.push(...page.results.map(({ id }) => id));
      if (!page.scroll_id) break;
      page = await search(`${base}&scroll_id=${encodeURIComponent(page.scroll_id)}`);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(total);
    expect(page.scroll_id).toBeNull();
  });

  test("a forged scroll_id is invalid.scroll.id", async () => {
    const answer = await get("/sites/MLA/search?q=celular&search_type=scan&scroll_id=forged", { as });
    expectProblem(answer, 400, "invalid.scroll.id");
  });
});

test.each(["", "q=", "limit=5", "q=celular&sort=color", "q=celular&price=cheap"])(
  "?%s is a bad request",
  async (query) => {
    expectProblem(await get(`/sites/MLA/search?${query}`, { as }), 400, "bad_request");
  },
);

test("a category of another site is a bad request, an unknown one is 404", async () => {
  const [other] = (await get("/sites/MLB/categories", { as })).json<{ id: string }[]>();
  expectProblem(await get(`/sites/MLA/search?category=${other?.id}`, { as }), 400, "bad_request");
  const message = "Category not found: MLA999999999";
  expectProblem(await get("/sites/MLA/search?category=MLA999999999", { as }), 404, "not_found", message);
});
