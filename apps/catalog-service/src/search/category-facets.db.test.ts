import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import { insertItems } from "../items/items.repo.ts";
import type { NewItem } from "../items/items.schema.ts";
import { finder } from "./search.fixture.ts";

const { http, deps, list } = await startCatalog();
const find = finder(http);
const leaves = [leafOf("MLA-CELLPHONES"), leafOf("MLA-NOTEBOOKS"), leafOf("MLA-REFRIGERATORS")];

beforeEach(async () => {
  await deps.db.pool.query("DELETE FROM items");
});

const leaf = fc.constantFrom(...leaves);
const values = (index: number) => leaves[0]?.attributes.find(({ id }) => id === "BRAND")?.values?.[index];
const content = fc
  .record({
    leaf,
    brand: fc.nat({ max: 2 }),
    price: fc.option(fc.integer({ min: 0, max: 300_000 }).map((cents) => cents / 100)),
    status: fc.constantFrom("active" as const, "active" as const, "paused" as const),
    condition: fc.constantFrom("new", "used"),
    freeShipping: fc.boolean(),
  })
  .map(({ leaf: { id, domainId }, brand, ...rest }): NewItem => {
    const value = values(brand);
    const attributes = value
      ? [{ id: "BRAND", name: "Marca", value_id: value.id, value_name: value.name }]
      : [];
    return phone({ ...rest, domainId, categoryId: id, attributes });
  });

describe("browsing a category", () => {
  it("offers filters, also of prices, whose counts are right when they are applied", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(content, { minLength: 3, maxLength: 30 }), leaf, async (all, { path }) => {
        await deps.db.pool.query("DELETE FROM items");
        await insertItems(deps.db, all);
        for (const category of path) {
          const { available_filters } = await find(`limit=1&category=${category}`);
          for (const { id, values: offered } of available_filters)
            for (const value of offered) {
              const query =
                id === "category" ? `category=${value.id}` : `category=${category}&${id}=${value.id}`;
              expect([query, (await find(`limit=1&${query}`)).paging.total]).toEqual([query, value.results]);
            }
        }
      }),
      { numRuns: 8 },
    );
  });

  it("pages all items in order, items without a price last", async () => {
    const prices = [30, null, 10, 20, null, 10];
    const ids = await list(...prices.map((price) => phone({ price })));
    const [root = ""] = leafOf("MLA-CELLPHONES").path;
    const page = async (sort: string, offset: number) => {
      const { results } = await find(`category=${root}&sort=${sort}&limit=3&offset=${offset}`);
      return results.map(({ id }) => ids.indexOf(id));
    };
    expect([...(await page("price_asc", 0)), ...(await page("price_asc", 3))]).toEqual([5, 2, 3, 0, 4, 1]);
    expect([...(await page("relevance", 0)), ...(await page("relevance", 3))]).toEqual([5, 4, 3, 2, 1, 0]);
    expect([...(await page("price_desc", 0)), ...(await page("price_desc", 3))]).toEqual([0, 3, 5, 2, 4, 1]);
  });
});
