import fc from "fast-check";
import { expect, test } from "vitest";
import type { Found, IndexedItem, IndexQuery, IndexSort, SearchIndex } from "../port.ts";
import { item } from "./items.ts";

// Short words: too short to be corrected, with no stem or concatenation among the others.
const words = ["sol", "mar", "pan", "uva", "luz"] as const;
const keys = ["category=A", "category=B", "condition=new", "BRAND=1"] as const;
const numbers = fc.integer({ min: 1, max: 20 });
const texts = (most: number) =>
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: most }).map((some) => some.join(" "));

const items: fc.Arbitrary<IndexedItem> = fc
  .record({
    no: numbers,
    siteId: fc.constantFrom("MLA", "MLB"),
    sellerId: fc.integer({ min: 1, max: 3 }),
    price: fc.option(fc.integer({ min: 1, max: 9 }).map((tens) => tens * 10.5)),
    keys: fc.subarray([...keys]),
    title: texts(5),
  })
  .map(({ no, ...given }) => item(no, given));

const queries: fc.Arbitrary<IndexQuery> = fc.record({
  siteId: fc.constantFrom("MLA", "MLB"),
  text: fc.option(texts(4), { nil: undefined }),
  keys: fc.subarray([...keys], { maxLength: 2 }),
  price: fc.option(
    fc.record({ from: fc.constantFrom(undefined, 21, 42), to: fc.constantFrom(undefined, 63, 84) }),
    { nil: undefined },
  ),
  sellerId: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
});

const changes = fc.record({
  put: fc.array(items, { maxLength: 8 }),
  remove: fc.array(numbers, { maxLength: 3 }),
});

/** Search, totals, facets, pages and scans equal a plain filter over all items, after any changes. */
export function equalsPlainFilter(open: () => Promise<SearchIndex>, runs: number): void {
  test("any search after any changes equals a plain filter over all items", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(changes, { minLength: 1, maxLength: 6 }),
        fc.array(queries, { minLength: 1, maxLength: 6 }),
        async (batches, asked) => {
          const index = await open();
          const all = new Map<number, IndexedItem>();
          for (const [batch, { put, remove }] of batches.entries()) {
            await index.apply({ put, remove, cursor: `${batch}` });
            for (const each of put) all.set(each.no, each);
            for (const no of remove) all.delete(no);
          }
          for (const query of asked) await compare(index, query, matching([...all.values()], query));
          await index.close();
        },
      ),
      { numRuns: runs },
    );
  });
}

function matching(all: readonly IndexedItem[], { siteId, text, ...filters }: IndexQuery): IndexedItem[] {
  const asked = [...new Set(text?.split(" "))];
  const has = ({ fields }: IndexedItem) =>
    asked.filter((word) => fields.title.split(" ").includes(word)).length;
  const ofSite = all.filter((each) => each.siteId === siteId);
  const withWords = (needed: number) => ofSite.filter((each) => has(each) >= needed);
  const isAboutMany = asked.every(
    (word) => ofSite.filter(({ fields }) => fields.title.split(" ").includes(word)).length >= 10,
  );
  const most = isAboutMany ? 1 : Math.floor(asked.length / 2) + 1;
  let found = withWords(asked.length);
  for (let needed = asked.length - 1; needed > 0; needed--) {
    if (found.length >= (needed < most ? 1 : isAboutMany ? 10 : 3)) break;
    // So few items that the best twenty are all of them.
    found = withWords(needed);
  }
  const { price, sellerId } = filters;
  return found.filter(
    (each) =>
      filters.keys.every((key) => each.keys.includes(key)) &&
      (sellerId === undefined || each.sellerId === sellerId) &&
      (price === undefined ||
        (each.price !== null && each.price >= (price.from ?? 0) && each.price <= (price.to ?? 1_000))),
  );
}

const newestFirst = (items: readonly IndexedItem[]) => items.map(({ no }) => no).sort((a, b) => b - a);

async function compare(index: SearchIndex, query: IndexQuery, expected: readonly IndexedItem[]) {
  const search = (sort: IndexSort, offset = 0, limit = 50) => index.search(query, { sort, offset, limit });
  const found = await search("relevance");
  expect(found).toMatchObject({ total: expected.length, keys: countsOf(expected) });
  expect(Object.keys(found.keys)).toHaveLength(Object.keys(countsOf(expected)).length);
  expect(found.numbers.toSorted((a, b) => b - a)).toEqual(newestFirst(expected));
  const pages = [];
  for (let offset = 0; offset < expected.length; offset += 2) pages.push(search("relevance", offset, 2));
  expect((await Promise.all(pages)).flatMap(({ numbers }) => numbers)).toEqual(found.numbers);
  expect((await search("price_asc")).numbers).toEqual(byPrice(expected, 1));
  expect((await search("price_desc")).numbers).toEqual(byPrice(expected, -1));
  expect(await scanned(index, query, expected.length)).toEqual(newestFirst(expected));
  await comparePrices(index, query, found);
}

function countsOf(items: readonly IndexedItem[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of items.flatMap(({ keys }) => keys)) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

const byPrice = (items: readonly IndexedItem[], sign: 1 | -1): number[] => {
  const rank = ({ price }: IndexedItem) => (price === null ? 1_000 : sign * price);
  return items.toSorted((a, b) => rank(a) - rank(b) || b.no - a.no).map(({ no }) => no);
};

async function scanned(index: SearchIndex, query: IndexQuery, expected: number): Promise<number[]> {
  const all: number[] = [];
  for (let before: number | undefined; all.length < 50; before = all.at(-1)) {
    const { total, numbers } = await index.scan(query, { before, limit: 3 });
    if (before === undefined) expect(total).toBe(expected);
    if (numbers.length === 0) break;
    all.push(...numbers);
  }
  return all;
}

/** Price ranges hold each priced match once, and find what they count. */
async function comparePrices(index: SearchIndex, query: IndexQuery, { prices }: Found): Promise<void> {
  if (query.price) return;
  for (const { results, ...price } of prices) {
    expect((await index.search({ ...query, price }, { sort: "relevance", offset: 0, limit: 1 })).total).toBe(
      results,
    );
  }
  const priced = await index.search(
    { ...query, price: { from: undefined, to: undefined } },
    { sort: "relevance", offset: 0, limit: 1 },
  );
  expect(prices.reduce((sum, { results }) => sum + results, 0)).toBe(priced.total);
}
