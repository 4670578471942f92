import { beforeAll, describe, expect, it } from "vitest";
import { leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import { candidates } from "./matches.schema.ts";
import { finder } from "./search.fixture.ts";

const { http, list, clock } = await startCatalog();
const find = finder(http);
const [root = ""] = leafOf("MLA-CELLPHONES").path;
const count = candidates + 120;

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
});

describe("a search with more matches than candidates", () => {
  it("has exact totals and facets while the catalog is small", async () => {
    for (const query of [`category=${root}`, "q=celular", `category=${root}&price=1-*`]) {
      const { paging, available_filters } = await find(query);
      expect(paging.total).toBe(count);
      const condition = available_filters.find(({ id }) => id === "ITEM_CONDITION" || id === "condition");
      expect(condition?.values.map(({ results }) => results)).toEqual([count]);
    }
  });

  it("pages across the end of the candidates without gaps or repetitions", async () => {
    const seen = new Set<string>();
    for (let offset = candidates - 100; offset < count; offset += 50) {
      const { results } = await find(`q=celular&offset=${offset}&limit=50`);
      for (const { id } of results) seen.add(id);
    }
    expect(seen.size).toBe(count - (candidates - 100));
  });

  it("sorts all matches, not only the candidates", async () => {
    const { results } = await find("q=celular&sort=price_asc&limit=5");
    expect(results.map(({ price }) => price)).toEqual([1, 2, 3, 4, 5]);
    const dear = await find(`category=${root}&sort=price_desc&limit=3`);
    expect(dear.results.map(({ price }) => price)).toEqual([count, count - 1, count - 2]);
  });

  it("caches the matches for further pages for 15 s; a first page reads the present state", async () => {
    await find("q=numero");
    await list(phone({ title: "Numero nuevo" }));
    expect((await find("q=numero&offset=50")).paging.total).toBe(count);
    expect((await find("q=numero")).paging.total).toBe(count + 1);
    await list(phone({ title: "Otro numero nuevo" }));
    expect((await find("q=numero&offset=50")).paging.total).toBe(count + 1);
    clock.advance(15_000);
    expect((await find("q=numero&offset=50")).paging.total).toBe(count + 2);
  });
});
