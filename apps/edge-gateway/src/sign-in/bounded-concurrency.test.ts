import { Problem } from "@marketplace/conventions";
import { describe, expect, it } from "vitest";
import { boundedConcurrency } from "./bounded-concurrency.service.ts";

/** Work that ends when the test says so. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const started = { yes: false };
  const run = () => {
    started.yes = true;
    return promise;
  };
  return { run, started, resolve, reject };
}

describe("bounded concurrency", () => {
  it("runs as many as it may at once, and the next one when one has ended, in order", async () => {
    const bounded = boundedConcurrency({ limit: 2, maxWaiting: 2 });
    const works = [work(), work(), work(), work()];
    const ends = works.map(({ run }) => bounded(run));
    expect(works.map(({ started }) => started.yes)).toEqual([true, true, false, false]);
    works[1]?.resolve("b");
    expect(await ends[1]).toBe("b");
    expect(works.map(({ started }) => started.yes)).toEqual([true, true, true, false]);
    works[0]?.reject(new Error("broken"));
    await expect(ends[0]).rejects.toThrow("broken");
    expect(works[3]?.started.yes).toBe(true);
    works[2]?.resolve("c");
    works[3]?.resolve("d");
    expect(await Promise.all(ends.slice(2))).toEqual(["c", "d"]);
  });

  it("refuses what is too much with 503, and takes more once there is room", async () => {
    const bounded = boundedConcurrency({ limit: 1, maxWaiting: 1 });
    const works = [work(), work()];
    const ends = works.map(({ run }) => bounded(run));
    const tooMany = bounded(async () => "never");
    await expect(tooMany).rejects.toBeInstanceOf(Problem);
    await expect(tooMany).rejects.toMatchObject({ status: 503 });
    for (const { resolve } of works) resolve("done");
    await Promise.all(ends);
    expect(await bounded(async () => "again")).toBe("again");
  });
});
