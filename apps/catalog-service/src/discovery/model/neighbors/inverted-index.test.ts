import { expect, test } from "vitest";
import { invertedIndex, ownersOf } from "./inverted-index.ts";

test("entries are grouped by key in input order; a key may have none", () => {
  const { starts, entries } = invertedIndex(Uint32Array.of(2, 0, 2, 3, 0), 5);
  const byKey = Array.from({ length: 5 }, (_, key) => [...entries.subarray(starts[key], starts[key + 1])]);
  expect(byKey).toEqual([[1, 4], [], [0, 2], [3], []]);
});

test("every entry has its owner; an owner may have none", () => {
  expect([...ownersOf(Uint8Array.of(2, 0, 3), 5)]).toEqual([0, 0, 2, 2, 2]);
});
