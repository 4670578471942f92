import { describe, expect, it } from "vitest";
import { createSerial, createSharedRuns, within } from "./turns.ts";

describe("work in turn", () => {
  it("runs one after the other in the order of the calls, and goes on after a failure", async () => {
    const serial = createSerial();
    const events: string[] = [];
    const first = Promise.withResolvers<void>();
    const work = (name: string, end: Promise<void>) =>
      serial(async () => {
        events.push(`${name} begins`);
        await end;
        events.push(`${name} ends`);
        return name;
      });
    const failing = work("a", first.promise);
    const next = work("b", Promise.resolve());
    await Promise.resolve();
    expect(events).toEqual(["a begins"]);
    first.reject(new Error("no"));
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("b");
    expect(events).toEqual(["a begins", "b begins", "b ends"]);
  });
});

describe("shared runs", () => {
  it("never run twice at once, and calls during a run share the next one", async () => {
    const runs: PromiseWithResolvers<void>[] = [];
    const run = createSharedRuns(() => {
      const latest = Promise.withResolvers<void>();
      runs.push(latest);
      return latest.promise;
    });
    const first = run();
    const [second, third] = [run(), run()];
    expect(third).toBe(second);
    expect(runs).toHaveLength(1);
    runs[0]?.reject(new Error("no"));
    await expect(first).rejects.toThrow("no");
    await expect.poll(() => runs.length).toBe(2);
    runs[1]?.resolve();
    await second;
    expect(runs).toHaveLength(2);
  });
});

describe("waiting within a time", () => {
  it("says whether the work was done by then, and hands on its failure", async () => {
    const never = new Promise<void>(() => {});
    expect(await within(1_000, Promise.resolve())).toBe(true);
    expect(await within(1, never)).toBe(false);
    await expect(within(1_000, Promise.reject(new Error("no")))).rejects.toThrow("no");
  });
});
