import fc from "fast-check";
import { expect, test } from "vitest";
import { item } from "../conformance/items.ts";
import { ItemStore } from "./item-store.ts";
import { pageOf, selected } from "./page.ts";

test("a page is that of a full sort, whatever the order of positions, with and without ranks", () => {
  const ranks = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 });
  const size = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 220 }));
  fc.assert(
    fc.property(ranks, size, size, fc.boolean(), (given, offset, limit, isRanked) => {
      const store = new ItemStore((word) => word);
      for (const index of given.keys()) store.put(item(((index * 7919) % 10_007) + 1));
      const sorted = given
        .map((rank, index) => ({ rank: isRanked ? rank : 0, no: store.numbers.at(index) }))
        .sort((a, b) => b.rank - a.rank || b.no - a.no);
      const found = pageOf(
        store,
        Uint32Array.from(given.keys()),
        isRanked ? Float64Array.from(given) : undefined,
        { offset, limit },
      );
      expect(store.numbersAt(found)).toEqual(sorted.slice(offset, offset + limit).map(({ no }) => no));
    }),
  );
});

test("a deep page takes few comparisons for each match, also where ranks rise and then fall", () => {
  const count = 20_000;
  const rankOf = (index: number) => Math.min(index, count - index);
  let compared = 0;
  selected(count, { offset: 950, limit: 50 }, (a, b) => {
    compared++;
    return rankOf(b) - rankOf(a) || b - a;
  });
  // Some four; with pivots from the middle 43.
  expect(compared / count).toBeLessThan(20);
});
