import { callers, expectProblem } from "@marketplace/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import type { NewItem } from "../items/items.schema.ts";
import { finder } from "./search.fixture.ts";

const catalog = await startCatalog();
const { http, list } = catalog;
const find = finder(http);
const phones = leafOf("MLA-CELLPHONES");
const [root = ""] = phones.path;
const [ana, bea] = [4_000_000_001, 4_000_000_002];

const stock: Partial<NewItem>[] = [
  {
    title: "Lámpara zafiro",
    sellerId: ana,
    price: 1000,
    listingTypeId: "gold_pro",
    freeShipping: true,
    otherFields: { tags: ["cart_eligible"], official_store_id: 7, catalog_product_id: "MLA15149561" },
  },
  { title: "Lámpara rubí", sellerId: ana, price: 10 },
  { title: "Lámpara topacio", sellerId: bea, price: null, buyingMode: "classified" },
  { title: "Lámpara pausada", sellerId: ana, status: "paused" },
  { title: "Luminária safira", sellerId: ana, domainId: "MLB-CELLPHONES" },
  { title: "Farol renovado", sellerId: 4_000_000_003, condition: "refurbished" },
  { title: "Farol renovado", sellerId: 4_000_000_003, condition: "refurbished", domainId: "MLB-CELLPHONES" },
];
beforeAll(async () => {
  await list(...stock.map((item) => phone(item)));
});
const titles = async (query: string) => (await find(query)).results.map(({ title }) => title).toSorted();
const only = async (query: string) => {
  const [result] = (await find(query)).results;
  if (!result) throw new Error(`nothing is found by ${query}`);
  return result;
};

describe("items that are refurbished", () => {
  it.each([
    ["MLA", "Reacondicionado"],
    ["MLB", "Recondicionado"],
  ])("can be filtered on %s", async (site, name) => {
    const { available_filters } = await find("q=farol", `/sites/${site}/search`);
    const values = [{ id: "refurbished", name }];
    expect(available_filters.find(({ id }) => id === "condition")?.values).toMatchObject([
      { ...values[0], results: 1 },
    ]);
    const { paging, filters } = await find("q=farol&condition=refurbished", `/sites/${site}/search`);
    expect(paging.total).toBe(1);
    expect(filters).toContainEqual(expect.objectContaining({ id: "condition", values }));
  });
});

describe("a search result", () => {
  it("has where the seller is, as far as it is public", async () => {
    const { address, seller_address } = await only("q=zafiro");
    expect(address).toEqual({
      state_id: "AR-C",
      state_name: "Capital Federal",
      city_id: "TUxBQ0NBUGZlZG1sYQ",
      city_name: "Capital Federal",
    });
    expect(seller_address).toEqual({
      id: "",
      comment: "",
      address_line: "",
      zip_code: "",
      country: { id: "AR", name: "Argentina" },
      state: { id: "AR-C", name: "Capital Federal" },
      city: { id: "TUxBQ0NBUGZlZG1sYQ", name: "Capital Federal" },
      latitude: "",
      longitude: "",
    });
  });

  it("has the seller with their reputation and page", async () => {
    expect((await only("q=zafiro")).seller).toEqual({
      id: ana,
      nickname: `SELLER${ana}`,
      permalink: `https://www.marketplace.example/profile/SELLER${ana}`,
      registration_date: "2025-01-02T03:04:05.000Z",
      seller_reputation: { level_id: "5_green", power_seller_status: null },
    });
  });

  it("has what the item has", async () => {
    const result = await only("q=zafiro");
    const item = (await http.get(`/items/${result.id}`, { as: callers.buyer })).json<
      Record<string, unknown>
    >();
    const { seller, address, seller_address, installments, ...ofItem } = result;
    expect(Object.keys(ofItem)).toEqual(
      expect.arrayContaining(["thumbnail_id", "original_price", "stop_time", "tags"]),
    );
    expect(item).toMatchObject(ofItem);
    expect(result).toMatchObject({
      tags: ["cart_eligible"],
      official_store_id: 7,
      catalog_product_id: "MLA15149561",
      thumbnail_id: "p1",
      original_price: null,
      stop_time: "2046-03-01T12:00:00.000Z",
    });
  });

  it("has installments by its listing type; a classified has none", async () => {
    const installments = async (query: string) => (await only(query)).installments;
    const currency_id = (await only("q=zafiro")).currency_id;
    expect(await installments("q=zafiro")).toEqual({ quantity: 6, amount: 166.67, rate: 0, currency_id });
    expect(await installments("q=rub%C3%AD")).toEqual({ quantity: 1, amount: 10, rate: 0, currency_id });
    expect(await installments("q=topacio")).toBeNull();
  });

  it("of a seller that is not known has empty places for what is not known", async () => {
    await list(phone({ title: "Lámpara huérfana", sellerId: 4_999_999_999 }));
    expect(await only("q=hu%C3%A9rfana")).toMatchObject({
      seller: { id: 4_999_999_999, nickname: "", permalink: null, seller_reputation: { level_id: null } },
      address: { state_id: null, city_name: null },
      seller_address: { country: { id: null }, city: { name: null } },
    });
  });
});

describe("a seller is enough to search", () => {
  it.each([
    ["seller_id", `seller_id=${ana}`],
    ["nickname", `nickname=SELLER${ana}`],
    ["nickname in another case", `nickname=seller${ana}`],
    ["both", `nickname=SELLER${ana}&seller_id=${ana}`],
  ])("by %s alone: all active items of the site", async (_, query) => {
    expect(await titles(query)).toEqual(["Lámpara rubí", "Lámpara zafiro"]);
    expect(await titles(`${query}&q=zafiro`)).toEqual(["Lámpara zafiro"]);
    expect((await find(query, "/MLB/search")).results).toHaveLength(1);
    expect(await titles(`${query}&search_type=scan`)).toEqual(["Lámpara rubí", "Lámpara zafiro"]);
    expect((await find(`${query}&sort=price_asc`)).results.map(({ price }) => price)).toEqual([10, 1000]);
  });

  it("is paged, counted and narrowed like other searches", async () => {
    const { paging, available_filters, results } = await find(`seller_id=${ana}&limit=1&offset=1`);
    expect([paging, results.length]).toEqual([{ total: 2, offset: 1, limit: 1 }, 1]);
    const free = available_filters.find(({ id }) => id === "shipping");
    expect(free?.values).toEqual([{ id: "free", name: "Gratis", results: 1 }]);
  });

  it.each([
    ["an unknown nickname", "nickname=NOBODY"],
    ["a nickname and the id of another", `nickname=SELLER${ana}&seller_id=${bea}`],
    ["an unknown id", "seller_id=7"],
  ])("and finds nothing by %s", async (_, query) => {
    expect(await find(query)).toMatchObject({ paging: { total: 0 }, results: [] });
  });

  it("while an empty nickname is none", async () => {
    const ask = (query: string) => http.get(`/sites/MLA/search?${query}`, { as: callers.buyer });
    const problem = expectProblem(await ask("nickname="), 400, "bad_request");
    expect(problem.message).toBe("q, category, seller_id or nickname is required");
    expect(await titles(`nickname=&seller_id=${bea}`)).toEqual(["Lámpara topacio"]);
  });
});

describe("an applied filter", () => {
  const filters = async (query: string) => (await find(query)).filters;

  it("of a category has the path from the root", async () => {
    expect(await filters(`category=${phones.id}`)).toEqual([
      {
        id: "category",
        name: "Categorías",
        type: "text",
        values: [{ id: phones.id, name: phones.name, path_from_root: phones.pathFromRoot }],
      },
    ]);
    expect((await filters(`category=${root}`))[0]?.values[0]).toMatchObject({
      path_from_root: [{ id: root }],
    });
  });

  it("has the name of the parameter that asked for it", async () => {
    const nickname = `SELLER${ana}`;
    expect(await filters(`q=zafiro&nickname=seller${ana}&shipping_cost=free`)).toEqual([
      { id: "shipping_cost", name: "Costo de envío", type: "text", values: [{ id: "free", name: "Gratis" }] },
      { id: "nickname", name: "Vendedor", type: "text", values: [{ id: nickname, name: nickname }] },
    ]);
    expect((await filters("q=zafiro&shipping=free")).map(({ id }) => id)).toEqual(["shipping"]);
  });

  it("of free shipping narrows by either name", async () => {
    expect(await titles(`seller_id=${ana}&shipping_cost=free`)).toEqual(["Lámpara zafiro"]);
    expect(await titles(`category=${root}&shipping_cost=free`)).toEqual(["Lámpara zafiro"]);
  });
});

it("sellers are asked for once, all of a page together", async () => {
  const sellers = Array.from({ length: 50 }, (_, index) => ana + 100 + index);
  await list(...sellers.map((sellerId) => phone({ title: "Ópalo negro", sellerId })));
  catalog.askedUsers.length = 0;
  for (const limit of [50, 50, 10])
    expect((await find(`q=opalo&limit=${limit}`)).results).toHaveLength(limit);
  expect(catalog.askedUsers.map((ids) => ids.toSorted())).toEqual([sellers]);
});
