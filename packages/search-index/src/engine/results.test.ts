import fc from "fast-check";
import { expect, test } from "vitest";
import { item } from "../conformance/items.ts";
import { ItemStore } from "./item-store.ts";
import { first } from "./results.ts";

test("the first numbers are those of a full sort, whatever the order of positions", () => {
  const ranks = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 });
  fc.assert(
    fc.property(ranks, fc.integer({ min: 0, max: 220 }), (given, end) => {
      const store = new ItemStore((word) => word);
      for (const index of given.keys()) store.put(item(((index * 7919) % 10_007) + 1));
      const sorted = given
        .map((rank, index) => ({ rank, no: store.numbers.at(index) }))
        .sort((a, b) => b.rank - a.rank || b.no - a.no);
      const positions = Uint32Array.from(given.keys());
      expect(first(store, positions, Float64Array.from(given), end)).toEqual(
        sorted.slice(0, end).map(({ no }) => no),
      );
    }),
  );
});
