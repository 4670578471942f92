import { expect, it, vi } from "vitest";
import { type DueRange, dueWork } from "./due-work.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 2, 10, hour));
const range: DueRange = { after: at(0), until: at(24), limit: 10 };
const sources = [
  { kind: "step", list: async () => [{ at: at(3), id: "/shipments/1" }] },
  {
    kind: "expiry",
    passive: true,
    list: async () => [
      { at: at(3), id: "/users/1/tokens/a" },
      { at: at(2), id: "/users/1/tokens/b" },
    ],
  },
] as const;

it("lists what waits in one order, whichever source it is of", async () => {
  const run = vi.fn(() => Promise.resolve());
  const due = dueWork(sources, run);
  const expected = [
    { at: at(2), kind: "expiry", id: "/users/1/tokens/b", passive: true },
    { at: at(3), kind: "expiry", id: "/users/1/tokens/a", passive: true },
    { at: at(3), kind: "step", id: "/shipments/1", passive: false },
  ];
  expect(await due.list(range)).toEqual(expected);
  expect(await dueWork(sources.toReversed(), run).list({ ...range, limit: 2 })).toEqual(expected.slice(0, 2));
  expect(run).not.toHaveBeenCalled();
});

it("asks only the sources of the kinds that are wanted", async () => {
  const due = dueWork(sources, () => Promise.resolve());
  expect(await due.list({ ...range, kinds: ["step"] })).toMatchObject([{ id: "/shipments/1" }]);
  expect(await due.list({ ...range, kinds: ["cutoff"] })).toEqual([]);
});
