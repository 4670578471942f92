import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { leafOf, phone, startCatalog } from "../catalog.fixture.ts";
import { insertItems } from "../items/items.repo.ts";
import type { NewItem } from "../items/items.schema.ts";
import { candidates, searchWindow } from "./matches.schema.ts";
import { partitionsIn, priceBlock } from "./partitions.rules.ts";
import { finder } from "./search.fixture.ts";

const { http, deps, clock } = await startCatalog();
const find = finder(http);
const leaves = [leafOf("MLA-CELLPHONES"), leafOf("MLA-NOTEBOOKS"), leafOf("MLA-REFRIGERATORS")];
const [root = ""] = leafOf("MLA-CELLPHONES").path;
const brands = leafOf("MLA-CELLPHONES").attributes.find(({ id }) => id === "BRAND")?.values ?? [];
const count = 4_200;

// Words of very different frequency; the older half of the catalog has other ones than the newer.
const titleOf = (index: number): string =>
  [
    "celular",
    index % 3 === 0 ? "negro" : "blanco",
    index % 29 === 0 ? "plegable" : "",
    index % 701 === 0 ? "dorado" : "",
    index < count / 2 ? "clasico" : "moderno",
  ].join(" ");

function itemOf(index: number): NewItem {
  const leaf = leaves[index % 7 === 0 ? 1 + (index % 2) : 0] ?? leaves[0];
  const brand = brands[index % 3];
  return phone({
    domainId: leaf?.domainId ?? null,
    categoryId: leaf?.id ?? "",
    title: titleOf(index),
    price: index % 41 === 0 ? null : 1 + ((index * 7_919) % 5_000) * (index % 5 === 0 ? 37 : 1),
    condition: index % 4 === 0 ? "used" : "new",
    freeShipping: index % 2 === 0,
    attributes: brand ? [{ id: "BRAND", name: "Marca", value_id: brand.id, value_name: brand.name }] : [],
  });
}

beforeAll(async () => {
  // As if most of a large catalog had been deleted since: these few listings lie in hundreds of blocks.
  await deps.db.pool.query("ALTER SEQUENCE item_numbers INCREMENT BY 997");
  await insertItems(
    deps.db,
    Array.from({ length: count }, (_, index) => itemOf(index)),
  );
}, 120_000);

interface Asked {
  q: string | undefined;
  inCategory: boolean;
  condition: string | undefined;
  brand: number | undefined;
  price: [from: number, to: number] | undefined;
}

const asked: fc.Arbitrary<Asked> = fc
  .record({
    q: fc.option(
      fc.constantFrom("celular", "negro", "plegable", "dorado", "negro plegable", "clasico", "moderno negro"),
      { nil: undefined, freq: 4 },
    ),
    inCategory: fc.boolean(),
    condition: fc.option(fc.constantFrom("new", "used"), { nil: undefined, freq: 1 }),
    brand: fc.option(fc.nat({ max: 2 }), { nil: undefined, freq: 1 }),
    price: fc.option(
      fc
        .tuple(fc.nat({ max: 4_000 }), fc.nat({ max: 90_000 }))
        .map(([from, width]): [number, number] => [from, from + width]),
      { nil: undefined, freq: 1 },
    ),
  })
  .filter(({ q, inCategory }) => q !== undefined || inCategory);

const parametersOf = ({ q, inCategory, condition, brand, price }: Asked): URLSearchParams => {
  const parameters = new URLSearchParams();
  if (q !== undefined) parameters.set("q", q);
  if (inCategory) parameters.set("category", root);
  if (condition !== undefined) parameters.set("condition", condition);
  if (brand !== undefined) parameters.set("BRAND", brands[brand]?.id ?? "");
  if (price) parameters.set("price", price.join("-"));
  return parameters;
};

/** All that an answer is measured by, from plain conditions on `listings`, in no index's way of looking. */
const reference = `
  SELECT l.no, l.price::float8 AS price, l.keys, ts_rank(l.words, q.words, 1) + coalesce(ts_rank('{1,1,1,1}', l.words, q.whole), 0) AS rank
  FROM listings l, (SELECT plainto_tsquery(search_config('MLA'), search_text('MLA', $1)) AS words, whole_query('MLA', $1) AS whole) q
  WHERE l.site_id = 'MLA' AND ($1::text IS NULL OR l.words @@ q.words) AND ($2::text IS NULL OR $2 = ANY (l.keys))
    AND ($3::text IS NULL OR $3 = ANY (l.keys)) AND ($4::text IS NULL OR $4 = ANY (l.keys))
    AND ($5::numeric IS NULL OR l.price BETWEEN $5 AND $6)
  ORDER BY l.no DESC`;

interface Listed {
  no: number;
  price: number | null;
  keys: string[];
  rank: number | null;
}

const due = async ({ q, inCategory, condition, brand, price }: Asked): Promise<Listed[]> =>
  (
    await deps.db.pool.query<Listed>(reference, [
      q ?? null,
      inCategory ? `category=${root}` : null,
      condition === undefined ? null : `condition=${condition}`,
      brand === undefined ? null : `BRAND=${brands[brand]?.id}`,
      price?.[0] ?? null,
      price?.[1] ?? null,
    ])
  ).rows;

const priceOrder = (direction: 1 | -1) => (a: Listed, b: Listed) =>
  Number(a.price === null) - Number(b.price === null) ||
  direction * ((a.price ?? 0) - (b.price ?? 0)) ||
  direction * (a.no - b.no);

/** `listed` comes from the newest on; the newest of them are ranked. */
function inOrder(listed: Listed[], sort: string): number[] {
  const ranked = [
    ...listed.slice(0, candidates).toSorted((a, b) => (b.rank ?? 0) - (a.rank ?? 0) || b.no - a.no),
    ...listed.slice(candidates),
  ];
  const sorted = sort === "relevance" ? ranked : listed.toSorted(priceOrder(sort === "price_asc" ? 1 : -1));
  return sorted.map(({ no }) => no);
}

describe("a search over many blocks", () => {
  it("answers like plain conditions: order, totals and counts", async () => {
    const sorts = fc.constantFrom("relevance", "price_asc", "price_desc");
    const offsets = fc.oneof(fc.constant(0), fc.nat({ max: count + 100 }));
    await fc.assert(
      fc.asyncProperty(asked, sorts, offsets, async (query, sort, offset) => {
        clock.advance(20_000);
        const listed = await due(query);
        const parameters = parametersOf(query);
        const answer = await find(
          new URLSearchParams([...parameters, ["sort", sort], ["offset", String(offset)], ["limit", "20"]]),
        );
        const { total } = answer.paging;
        if (listed.length <= candidates) expect(total).toBe(listed.length);
        else {
          expect(total).toBeGreaterThan(candidates);
          expect(total).toBeLessThanOrEqual(searchWindow);
        }
        const page = inOrder(listed, sort).slice(offset, Math.max(offset, Math.min(offset + 20, total)));
        expect(answer.results.map(({ id }) => Number(id.slice(3)))).toEqual(page);
        for (const { id, values } of answer.available_filters.filter((filter) => filter.id !== "price"))
          for (const { id: value, results } of values) {
            const there = listed.filter(({ keys }) => keys.includes(`${id}=${value}`)).length;
            if (listed.length <= candidates) expect([id, value, results]).toEqual([id, value, there]);
            else expect(results).toBeLessThanOrEqual(there);
          }
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  it("does not estimate large sets too low", async () => {
    for (const q of ["celular", "negro", "moderno"]) {
      const { paging } = await find(new URLSearchParams({ q, limit: "1" }));
      const there = (
        await due({ q, inCategory: false, condition: undefined, brand: undefined, price: undefined })
      ).length;
      expect(paging.total).toBeGreaterThanOrEqual(there);
    }
  });

  it("has the same total on every page, and no results after it", async () => {
    const page = (offset: number) =>
      find(new URLSearchParams({ q: "celular", offset: String(offset), limit: "100" }));
    const { paging } = await page(0);
    let seen = 0;
    for (let offset = 0; offset < paging.total && offset < searchWindow; offset += 100) {
      const answer = await page(offset);
      expect(answer.paging.total).toBe(paging.total);
      seen += answer.results.length;
    }
    expect(seen).toBe(Math.min(count, paging.total));
    expect((await page(paging.total)).results).toEqual([]);
  });
});

describe("partitions", () => {
  it("have the keys of the database", async () => {
    const no = fc.integer({ min: 1, max: 2 ** 45 });
    const price = fc.integer({ min: 0, max: 10 ** 15 }).map((cents) => cents / 100);
    const partitions = "SELECT listing_places('MLA', $1, $2) AS partitions";
    await fc.assert(
      fc.asyncProperty(no, price, async (number, amount) => {
        const { rows } = await deps.db.pool.query<{ partitions: string[] }>(partitions, [number, amount]);
        const block = Math.floor(number / 4_096);
        const one = partitionsIn("MLA", "n", { from: block, to: block + 1 });
        const all = partitionsIn("MLA", "n", {
          from: block - (block % 512),
          to: block - (block % 512) + 512,
        });
        const priced = partitionsIn("MLA", "p", { from: priceBlock(amount), to: priceBlock(amount) + 1 });
        expect(rows[0]?.partitions).toEqual(expect.arrayContaining([...one, ...all, ...priced]));
      }),
    );
  });
});
