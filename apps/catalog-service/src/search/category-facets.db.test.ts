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

/** Counters that differ from a recount of the listings. */
const differences = `
  WITH above AS (
    SELECT l.no, l.price, l.keys, substr(k, 10) AS id FROM listings l, unnest(l.keys) k WHERE k LIKE 'category=%'
  ), due AS (
    SELECT id, key, count(*) AS n FROM (
      SELECT id, '' AS key FROM above
      UNION ALL SELECT id, k FROM above, unnest(keys) k WHERE k !~ '^(site|category)='
      UNION ALL SELECT a.id, 'category=' || c.id FROM above a JOIN categories c ON c.parent_id = a.id
        AND a.keys @> ARRAY['category=' || c.id]
    ) each GROUP BY id, key
  ), kept AS (
    SELECT category_id AS id, key, sum(count) AS n FROM facet_counts WHERE key NOT LIKE 'price=%' GROUP BY 1, 2 HAVING sum(count) <> 0
  )
  SELECT id, key, due.n AS due, kept.n AS kept FROM due FULL JOIN kept USING (id, key) WHERE due.n IS DISTINCT FROM kept.n
  UNION ALL SELECT a.id, 'listing ' || a.no, a.price, c.price FROM above a
    FULL JOIN category_listings c ON c.category_id = a.id AND c.no = a.no
    WHERE (a.no IS NULL OR c.no IS NULL OR a.price IS DISTINCT FROM c.price)
  UNION ALL SELECT id, 'prices', priced, kept FROM (SELECT id, count(price) AS priced FROM above GROUP BY 1) p
    FULL JOIN (SELECT category_id AS id, sum(count) AS kept FROM facet_counts WHERE key LIKE 'price=%' GROUP BY 1) f USING (id)
    WHERE coalesce(priced, 0) <> coalesce(kept, 0)`;

const wrong = async () => (await deps.db.pool.query(differences)).rows;

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

const change = `
  UPDATE items SET category_id = $2, domain_id = $3, price = $4, status = $5, condition = $6, free_shipping = $7, attributes = $8
  WHERE id = $1`;
const write = (id: string, to: NewItem) =>
  deps.db.pool.query(change, [
    id,
    to.categoryId,
    to.domainId,
    to.price,
    to.status,
    to.condition,
    to.freeShipping,
    JSON.stringify(to.attributes),
  ]);

describe("the counters of categories", () => {
  it("stay correct when items are listed, changed, moved, paused and deleted", async () => {
    const step = fc.record({ at: fc.nat(), to: content, deleted: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { minLength: 1, maxLength: 12 }),
        fc.array(step),
        async (all, steps) => {
          const ids = await insertItems(deps.db, all);
          for (const { at, to, deleted } of steps) {
            const id = ids[at % ids.length] ?? "";
            if (deleted) await deps.db.pool.query("DELETE FROM items WHERE id = $1", [id]);
            else await write(id, to);
          }
          expect(await wrong()).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("stay correct under parallel writes, also to the same items", async () => {
    const [one, two] = fc.sample(fc.array(content, { minLength: 40, maxLength: 40 }), 2);
    const ids = await list(...(one ?? []));
    const more = (two ?? []).map((item) => insertItems(deps.db, [item]));
    const changes = (two ?? []).map((item, index) => write(ids[index % 10] ?? "", item));
    await Promise.all([...more, ...changes]);
    expect(await wrong()).toEqual([]);
  });

  it("do not count a transaction that failed", async () => {
    const failing = deps.db.transaction(async () => {
      await insertItems(deps.db, [phone()]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await wrong()).toEqual([]);
    expect((await deps.db.pool.query("SELECT FROM category_listings")).rows).toEqual([]);
  });
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
    expect([...(await page("price_asc", 0)), ...(await page("price_asc", 3))]).toEqual([2, 5, 3, 0, 1, 4]);
    expect([...(await page("relevance", 0)), ...(await page("relevance", 3))]).toEqual([5, 4, 3, 2, 1, 0]);
    expect([...(await page("price_desc", 0)), ...(await page("price_desc", 3))]).toEqual([0, 3, 5, 2, 4, 1]);
  });
});
