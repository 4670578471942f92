import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { freshKey, listed, put, read, sha256, someBytes } from "./conformance.fixtures.ts";
import type { Subject } from "./conformance.subject.ts";
import { ObjectMissing, RangeUnsatisfiable } from "./errors.ts";
import type { ByteRange } from "./object-store.ts";

const MIB = 1024 * 1024;

/** An object comes back whole, in part and described, until it is removed. */
export function contentRules(subject: Subject): void {
  describe("keeping objects", () => {
    it.each([0, 1, MIB, 8 * MIB])("gives back the exact %i bytes that were put", async (size) => {
      const { store } = subject();
      const [key, bytes] = [freshKey(), someBytes(size)];
      expect(await put(store, key, bytes)).toEqual({ size, etag: sha256(bytes) });
      const content = await store.get(key);
      expect(sha256(await buffer(content.stream))).toBe(sha256(bytes));
      expect(content).toMatchObject({ size });
      expect(content).not.toHaveProperty("range");
    });

    it("describes an object by size and time", async () => {
      const { store } = subject();
      const key = freshKey();
      await put(store, key, someBytes(10));
      const found = await store.stat(key);
      expect(found).toMatchObject({ size: 10 });
      expect(Math.abs((found?.lastModified.getTime() ?? 0) - Date.now())).toBeLessThan(3_600_000);
    });

    it("replaces an object by an unconditional put", async () => {
      const { store } = subject();
      const key = freshKey();
      await put(store, key, someBytes(100));
      const second = someBytes(50);
      await put(store, key, second, { contentType: "application/xml" });
      expect(await read(store, key)).toEqual(second);
      expect(await store.stat(key)).toMatchObject({ size: 50 });
      expect(await listed(store, key)).toHaveLength(1);
      expect(await subject().leftovers()).toEqual([]);
    });

    it("says that an object is missing", async () => {
      const { store } = subject();
      const key = freshKey();
      await expect(store.get(key)).rejects.toThrow(ObjectMissing);
      await expect(store.get(key, { range: { from: 0 } })).rejects.toThrow(ObjectMissing);
      expect(await store.stat(key)).toBeNull();
    });

    it("removes an object, and again", async () => {
      const { store } = subject();
      const key = freshKey();
      await put(store, key, someBytes(100));
      await store.delete(key);
      await store.delete(key);
      expect(await store.stat(key)).toBeNull();
      await expect(store.get(key)).rejects.toThrow(ObjectMissing);
      expect(await listed(store, key)).toEqual([]);
      expect(await subject().leftovers()).toEqual([]);
    });

    it("takes a new object where one was removed", async () => {
      const { store } = subject();
      const [key, bytes] = [freshKey(), someBytes(100)];
      await put(store, key, someBytes(10), { ifAbsent: true });
      await store.delete(key);
      await put(store, key, bytes, { ifAbsent: true });
      expect(await read(store, key)).toEqual(bytes);
    });
  });

  describe("ranges", () => {
    it.each<[string, ByteRange, number, number]>([
      ["the first byte", { from: 0, to: 0 }, 0, 0],
      ["the last byte", { from: 999, to: 999 }, 999, 999],
      ["a part in the middle", { from: 100, to: 299 }, 100, 299],
      ["an open end", { from: 400 }, 400, 999],
      ["a suffix", { last: 10 }, 990, 999],
      ["a suffix longer than the object", { last: 5_000 }, 0, 999],
      ["an end beyond the object", { from: 990, to: 5_000 }, 990, 999],
    ])("gives %s", async (_name, range, from, to) => {
      const { store } = subject();
      const [key, bytes] = [freshKey(), someBytes(1_000)];
      await put(store, key, bytes);
      const content = await store.get(key, { range });
      expect(await buffer(content.stream)).toEqual(bytes.subarray(from, to + 1));
      expect(content).toMatchObject({ size: 1_000, range: { from, to } });
    });

    it.each<[string, number, ByteRange]>([
      ["beyond the end", 10, { from: 10 }],
      ["of no bytes", 10, { last: 0 }],
      ["of an empty object", 0, { from: 0 }],
      ["at the end of an empty object", 0, { last: 5 }],
    ])("refuses a range %s and tells the size", async (_name, size, range) => {
      const { store } = subject();
      const key = freshKey();
      await put(store, key, someBytes(size));
      await expect(store.get(key, { range })).rejects.toThrow(RangeUnsatisfiable);
      await expect(store.get(key, { range })).rejects.toMatchObject({ size });
    });
  });
}
