import { describe, expect, test } from "vitest";
import { get } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, newItem, newUser, users } from "../api/world.ts";

const as = users.buyer_mla;

interface Result {
  id: string;
  price: number;
  category_id: string;
  domain_id: string;
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
/** Phones of Chile. No test lists an item there, so that two reads give the same result. */
const still = "/sites/MLC/search";
async function stillCategory(): Promise<string> {
  const { results } = await search("q=celular&limit=50", still);
  const counts = new Map<string, number>();
  for (const { category_id } of results) counts.set(category_id, (counts.get(category_id) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return most?.[0] ?? "";
}
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
      id: expect.stringMatching(/^MLA\d+$/),
      site_id: "MLA",
      title: expect.any(String),
      seller: { id: expect.any(Number), nickname: expect.any(String) },
      price: expect.any(Number),
      currency_id: "ARS",
      available_quantity: expect.any(Number),
      condition: expect.any(String),
      permalink: expect.any(String),
      thumbnail: expect.any(String),
      category_id: expect.any(String),
      domain_id: expect.any(String),
      attributes: expect.any(Array),
      shipping: expect.any(Object),
    });
  });

  test("a result says where the seller is, who they are and what it costs by month", async () => {
    const [result] = (await search("q=celular&limit=1")).results;
    expect(result).toMatchObject({
      seller: {
        permalink: expect.stringMatching(/^https?:/),
        seller_reputation: { level_id: expect.stringMatching(/^[1-5]_/) },
      },
      address: { state_id: expect.stringMatching(/^AR-/), city_name: expect.any(String) },
      seller_address: { country: { id: "AR", name: "Argentina" }, address_line: "" },
      installments: { quantity: expect.any(Number), currency_id: "ARS" },
      tags: expect.any(Array),
      thumbnail_id: expect.any(String),
      stop_time: expect.stringMatching(/Z$/),
    });
    for (const field of ["original_price", "official_store_id", "catalog_product_id"])
      expect(result).toHaveProperty(field);
  });

  test("a seller is enough, by id or by nickname", async () => {
    const seller = await newUser();
    const id = await newItem(seller);
    const found = async (query: string) => (await search(query)).results.map((one) => one.id);
    expect(await found(`seller_id=${seller.id}`)).toEqual([id]);
    expect(await found(`nickname=${seller.nickname}`)).toEqual([id]);
    expect(await found(`nickname=${seller.nickname}&shipping_cost=free`)).toEqual([]);
    expect(await found("nickname=NO_SUCH_NICKNAME")).toEqual([]);
  });

  test("offset and limit move one block through the same order", async () => {
    const page = async (paging: string) =>
      (await search(`q=celular&${paging}`, still)).results.map(({ id }) => id);
    const whole = await page("limit=20");
    expect(whole).toHaveLength(20);
    expect([...(await page("limit=10")), ...(await page("limit=10&offset=10"))]).toEqual(whole);
  });
});

describe("what is found", () => {
  test("accents, case and inflections do not matter, a typing error does not either", async () => {
    const word = `Zafiro${Array.from({ length: 6 }, () => "abcdefghij"[Math.floor(Math.random() * 10)]).join("")}`;
    const id = await newItem(await newUser(), { title: titleOf(word) });
    const found = async (q: string) =>
      (await search(`q=${encodeURIComponent(q)}`)).results.map((one) => one.id);
    await expect.poll(() => found(word)).toContain(id);
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
    const base = `category=${await stillCategory()}&limit=100`;
    const prices = async (range: string) =>
      (await search(`${base}&price=${range}`, still)).results
        .map(({ price }) => price)
        .toSorted((a, b) => a - b);
    const all = await prices("*-*");
    expect(all.length).toBeGreaterThan(3);
    const middle = all[Math.floor(all.length / 2)] ?? 0;
    expect(await prices(`*-${middle}`)).toEqual(all.filter((price) => price <= middle));
    expect(await prices(`${middle}-*`)).toEqual(all.filter((price) => price >= middle));
    expect(await prices(`${middle}-${middle}`)).toEqual(all.filter((price) => price === middle));
  });

  test("attributes filter, are named among the filters, and their counts hold", async () => {
    const base = `category=${await stillCategory()}`;
    const { available_filters } = await search(`${base}&limit=1`, still);
    const brands = available_filters.find(({ id }) => id === "BRAND")?.values ?? [];
    expect(brands.length).toBeGreaterThan(1);
    for (const { id: brand, results: count } of brands.slice(0, 4)) {
      const found = await search(`${base}&BRAND=${brand}&limit=100`, still);
      expect(found.paging.total).toBe(count);
      expect(found.filters.map(({ id }) => id)).toContain("BRAND");
      for (const { attributes } of found.results)
        expect(attributes.find(({ id }) => id === "BRAND")?.value_id).toBe(brand);
    }
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
    const { paging } = await search("q=celular&limit=0", still);
    const base = "q=celular&search_type=scan&limit=30";
    const seen: string[] = [];
    let page = await search(base, still);
    while (page.results.length > 0) {
      seen.push(...page.results.map(({ id }) => id));
      if (!page.scroll_id) break;
      page = await search(`${base}&scroll_id=${encodeURIComponent(page.scroll_id)}`, still);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(paging.total);
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

test.each([
  ["MLA", "celular", "CELLPHONES"],
  ["MLA", "notebook", "NOTEBOOKS"],
  ["MLA", "casa", "HOUSES"],
  ["MLB", "geladeira", "REFRIGERATORS"],
])("on %s '%s' finds the thing itself before what goes with it", async (site, text, domain) => {
  const { results } = await search(`q=${text}&limit=5`, `/sites/${site}/search`);
  expect(results.map(({ domain_id }) => domain_id)).toEqual(results.map(() => `${site}-${domain}`));
  expect(results).toHaveLength(5);
});

test.each([
  ["zapatilas", "zapatillas"],
  ["celular 128gb", "celular 128 gb"],
])("'%s' finds what '%s' does, in a scan as well", async (asked, meant) => {
  const total = async (text: string, more = "") =>
    (await search(`q=${encodeURIComponent(text)}&limit=50${more}`, "/sites/MLC/search")).paging.total;
  const expected = await total(meant);
  expect(expected).toBeGreaterThan(0);
  expect(await total(asked)).toBe(expected);
  expect(await total(asked, "&search_type=scan")).toBe(expected);
});
