import { beforeAll, describe, expect, it } from "vitest";
import { leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import { finder } from "./search.fixture.ts";

const { http, list, deps } = await startCatalog();
const find = finder(http);
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
