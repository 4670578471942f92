import { expect, test } from "vitest";
import { requestParts } from "./request-parts.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

test("connections share a list out among them", () => {
  const parts = requestParts(numbers(10), 3);
  expect([parts.of(0), parts.of(1), parts.of(2)]).toEqual([
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8, 9],
  ]);
});

test("a connection goes on where the run before ended, and after the end from the start", () => {
  const parts = requestParts(numbers(6), 2);
  parts.note(1);
  parts.note(1);
  expect([parts.of(0), parts.of(1)]).toEqual([
    [0, 1, 2],
    [5, 3, 4],
  ]);
  const later = requestParts(numbers(6), 2, parts.sent);
  expect(later.of(1)).toEqual([5, 3, 4]);
  later.note(1);
  expect(later.of(1)).toEqual([3, 4, 5]);
});

test("of a list shorter than the connections each begins at another place", () => {
  const parts = requestParts(["a", "b"], 3);
  expect([parts.of(0), parts.of(1), parts.of(2)]).toEqual([
    ["a", "b"],
    ["b", "a"],
    ["a", "b"],
  ]);
});
