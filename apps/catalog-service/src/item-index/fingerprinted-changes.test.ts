import { beforeEach, describe, expect, it } from "vitest";
import { fingerprintedChanges } from "./fingerprinted-changes.service.ts";

let now: number;
let waiting: number[];
const log = {
  present: async () => "1:1:",
  since: async () => ({ cursor: "2:2:", numbers: waiting, categories: [], trees: "7" }),
  ofSeller: async (cursor: string) => ({ cursor, numbers: [] }),
};
const reader = (rules: string) => fingerprintedChanges(rules, log, { monotonicMs: () => now });
beforeEach(() => {
  now = 0;
  waiting = [3];
});

describe("a reader of other rules than the index's", () => {
  it("reads all items again when it starts, and leaves changes to another one that did so later", async () => {
    const before = reader("old");
    expect(await before.since(await before.present())).toMatchObject({ numbers: [3], cursor: "old 2:2:" });
    const after = reader("new");
    expect(await after.since("old 2:2:")).toBeUndefined();
    const cursor = await after.present();
    expect(await after.since(cursor)).toMatchObject({ numbers: [3] });
    expect(await before.since(cursor)).toEqual({ numbers: [], categories: [], trees: "7", cursor });
  });

  it("takes the index back when changes wait and nobody is at work", async () => {
    const one = reader("old");
    await one.since("old 1:1:");
    expect(await one.since("new 1:1:")).toBeDefined();
    now = 29_000;
    expect(await one.since("new 2:2:")).toBeDefined();
    now = 58_000;
    waiting = [];
    expect(await one.since("new 2:2:")).toBeDefined();
    now = 87_000;
    waiting = [3];
    expect(await one.since("new 2:2:")).toBeDefined();
    now = 90_000;
    expect(await one.since("new 2:2:")).toBeUndefined();
    expect(await one.since("new 2:2:")).toBeUndefined();
  });
});
