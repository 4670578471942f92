import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { ObjectStoreUnavailable } from "./errors.ts";
import { lazyStore } from "./lazy-store.ts";
import type { ObjectStore } from "./object-store.ts";

const working = {
  stat: async () => null,
  ready: async () => {},
  close: async () => {},
} as unknown as ObjectStore;

describe("a store that is down at the start", () => {
  it("refuses until it can be opened, and is not asked at every call", async () => {
    let time = 0;
    let attempts = 0;
    let down = true;
    const open = async () => {
      attempts += 1;
      if (down) throw new Error("connection refused");
      return working;
    };
    const store = lazyStore(open, () => time);
    expect(attempts).toBe(0);
    await expect(store.ready()).rejects.toBeInstanceOf(ObjectStoreUnavailable);
    const body = Readable.from([Buffer.from("abc")]);
    await expect(store.put("a", body, { contentType: "text/xml" })).rejects.toMatchObject({
      unavailable: true,
    });
    expect([attempts, body.destroyed]).toEqual([1, true]);
    down = false;
    time = 501;
    const answers = await Promise.all([store.stat("a"), store.stat("b")]);
    expect([answers, attempts]).toEqual([[null, null], 2]);
    await store.close();
  });
});
