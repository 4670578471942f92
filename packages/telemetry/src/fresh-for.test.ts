import { expect, it } from "vitest";
import { freshFor } from "./fresh-for.ts";

function counting() {
  let now = 0;
  let reads = 0;
  let fails = false;
  const read = async () => {
    reads += 1;
    if (fails) throw new Error("down");
    return reads;
  };
  return {
    fresh: freshFor(read, 1_000, () => now),
    advance(ms: number) {
      now += ms;
    },
    fail(really: boolean) {
      fails = really;
    },
    reads: () => reads,
  };
}

it("a value is read once until its time has passed", async () => {
  const { fresh, advance, reads } = counting();
  expect(await Promise.all([fresh(), fresh()])).toEqual([1, 1]);
  advance(999);
  expect(await fresh()).toBe(1);
  advance(1);
  expect(await fresh()).toBe(2);
  expect(reads()).toBe(2);
});

it("a read that failed is tried again at once", async () => {
  const { fresh, fail } = counting();
  fail(true);
  await expect(fresh()).rejects.toThrow("down");
  fail(false);
  expect(await fresh()).toBe(2);
});
