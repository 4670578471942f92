import { startApp } from "@marketplace/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import { createApp } from "../index.ts";
import { finder } from "./search.fixture.ts";

const { http, list, deps } = await startCatalog();
const find = finder(http);
/** The same catalog, whose index counts more matches than this test can list. */
const search: typeof deps.searchIndex.search = async (...asked) => ({
  ...(await deps.searchIndex.search(...asked)),
  total: 25_000,
});
const scan: typeof deps.searchIndex.scan = async (query, page) => ({
  ...(await deps.searchIndex.scan(query, page)),
  total: page.before === undefined ? 25_000 : undefined,
});
const larger = { ...deps, searchIndex: { ...deps.searchIndex, search, scan } };
const findMany = finder(startApp(() => createApp(larger)));
const [root = ""] = leafOf("MLA-CELLPHONES").path;
const count = 1_120;

beforeAll(async () => {
  const one = phone();
  const price = (index: number) => 1 + ((index * 37) % count);
  await list(
    ...Array.from({ length: count }, (_, index) => ({
      ...one,
      title: `Celular numero ${index}`,
      price: price(index),
    })),
  );
  // A search of another caller waits 200 ms for them.
  await deps.follower.catchUp();
});

describe("a search with many matches", () => {
  it("has exact totals and facets", async () => {
    for (const query of [`category=${root}`, "q=celular", `category=${root}&price=1-*`]) {
      const { paging, available_filters } = await find(query);
      expect(paging.total).toBe(count);
      const condition = available_filters.find(({ id }) => id === "ITEM_CONDITION" || id === "condition");
      expect(condition?.values.map(({ results }) => results)).toEqual([count]);
    }
  });

  it("says how many there are, also beyond what pages reach", async () => {
    expect((await findMany("q=celular&limit=1")).paging).toEqual({ total: 25_000, offset: 0, limit: 1 });
    const block = await findMany("q=celular&limit=1&search_type=scan");
    const next = await findMany(`q=celular&limit=1&search_type=scan&scroll_id=${block.scroll_id}`);
    expect([block.paging.total, next.paging.total]).toEqual([25_000, 25_000]);
  });

  it("pages to its end without gaps or repetitions", async () => {
    const seen = new Set<string>();
    for (let offset = 900; offset < count; offset += 50) {
      const { results } = await find(`q=celular&offset=${offset}&limit=50`);
      for (const { id } of results) seen.add(id);
    }
    expect(seen.size).toBe(count - 900);
  });

  it("sorts all matches", async () => {
    const { results } = await find("q=celular&sort=price_asc&limit=5");
    expect(results.map(({ price }) => price)).toEqual([1, 2, 3, 4, 5]);
    const dear = await find(`category=${root}&sort=price_desc&limit=3`);
    expect(dear.results.map(({ price }) => price)).toEqual([count, count - 1, count - 2]);
  });
});
