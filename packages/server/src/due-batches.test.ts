import { describe, expect, it } from "vitest";
import { firstPlace, takeDueBatches } from "./due-batches.ts";

/** Batches of ten numbers above the last one, of which those that `fails` names cannot be done. */
const numbers = (last: number, fails: (n: number) => boolean) => {
  const tried: number[] = [];
  const take = async (after = 0) => {
    const batch = Array.from({ length: Math.min(10, last - after) }, (_, n) => after + n + 1);
    tried.push(...batch);
    const failed = batch.filter(fails).length;
    return { done: batch.length - failed, failed, next: after + 10 < last ? batch.at(-1) : undefined };
  };
  return { tried, take };
};

describe("due rows, in batches", () => {
  it("are each tried once in a run, though some fail", async () => {
    const { tried, take } = numbers(95, (n) => n % 2 === 0);
    expect(await takeDueBatches(firstPlace<number>(), take)).toBe(48);
    expect(tried).toHaveLength(95);
  });

  it("behind a thousand that fail wait for the next run, and the one after that begins at the first", async () => {
    const { tried, take } = numbers(1_015, (n) => n <= 1_005);
    const place = firstPlace<number>();
    expect(await takeDueBatches(place, take)).toBe(0);
    expect(tried).toHaveLength(1_000);
    expect(await takeDueBatches(place, take)).toBe(10);
    expect(new Set(tried).size).toBe(1_015);
    expect(place).toEqual(firstPlace());
  });

  it("go on though a thousand fail, when some between them are done", async () => {
    const { take } = numbers(3_000, (n) => n % 500 !== 0);
    expect(await takeDueBatches(firstPlace<number>(), take)).toBe(6);
  });

  it("end with a batch that cannot be read, and begin there again", async () => {
    const place = { after: 10 };
    const away = () => Promise.reject(new Error("the database is away"));
    await expect(takeDueBatches(place, away)).rejects.toThrow("away");
    expect(place).toEqual({ after: 10 });
  });

  it("are left when the signal aborts", async () => {
    const { tried, take } = numbers(95, () => false);
    expect(await takeDueBatches(firstPlace<number>(), take, AbortSignal.abort())).toBe(0);
    expect(tried).toEqual([]);
  });
});
