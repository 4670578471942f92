import { expect, it } from "vitest";
import { byId, inOrder } from "./order.ts";

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const rows = [
  { id: 3, name: "a", made: at(2) },
  { id: 1, name: "b", made: at(1) },
  { id: 2, name: "a", made: at(1) },
  { id: 4, name: "a", made: at(1) },
];
const idsIn = (compare: Parameters<typeof rows.toSorted>[0]) => rows.toSorted(compare).map(({ id }) => id);

it("rows of several databases are in the order of their fields, each in its direction", () => {
  expect(
    idsIn(
      inOrder([
        { field: "name", direction: "DESC" },
        { field: "made", direction: "ASC" },
      ]),
    ),
  ).toEqual([1, 2, 4, 3]);
});

it("equal rows are in the order of their ids, in the direction of the last field", () => {
  expect(idsIn(inOrder([{ field: "name", direction: "ASC" }]))).toEqual([2, 3, 4, 1]);
  expect(idsIn(inOrder([{ field: "name", direction: "DESC" }]))).toEqual([1, 4, 3, 2]);
  expect([idsIn(inOrder([])), idsIn(byId("ASC"))]).toEqual([
    [4, 3, 2, 1],
    [1, 2, 3, 4],
  ]);
});
