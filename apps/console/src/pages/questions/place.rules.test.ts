import { expect, it } from "vitest";
import { nextPlace, placeOf } from "./place.rules.ts";

const listOf = (...ids: number[]) => ({
  total: ids.length,
  at: (index: number) => (ids[index] === undefined ? undefined : { id: ids[index] }),
});

it("moves by one, not above the first, and past the last to where nothing is", () => {
  const list = listOf(1, 2, 3);
  expect([nextPlace(list, 0, 1), nextPlace(list, 2, -1), nextPlace(list, 0, -1)]).toEqual([1, 1, 0]);
  expect(list.at(nextPlace(list, 2, 1))).toBeUndefined();
});

it("steps over a question that is in the list twice", () => {
  const list = listOf(1, 2, 2, 3);
  expect(placeOf(list, 2)).toBe(1);
  expect([nextPlace(list, 1, 1), nextPlace(list, 2, -1)]).toEqual([3, 0]);
});
