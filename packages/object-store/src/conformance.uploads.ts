import { describe, expect, it } from "vitest";
import { bodyOf, brokenBody, freshKey, listed, PDF, put, read, someBytes } from "./conformance.fixtures.ts";
import type { Subject } from "./conformance.subject.ts";
import { ObjectExists, ObjectTooLarge, TruncatedUpload } from "./errors.ts";

const WRITERS = 20;

/** An upload succeeds as a whole or leaves nothing. */
export function uploadRules(subject: Subject): void {
  const expectNothing = async (key: string) => {
    expect(await subject().store.stat(key)).toBeNull();
    expect(await listed(subject().store, key)).toEqual([]);
    expect(await subject().leftovers()).toEqual([]);
  };

  describe("creating only", () => {
    it.each([10, 300_000])(
      "refuses %i bytes for a key that is taken and keeps what is there",
      async (size) => {
        const { store } = subject();
        const [key, first] = [freshKey(), someBytes(100)];
        await put(store, key, first, { ifAbsent: true });
        const again = put(store, key, someBytes(size), { ifAbsent: true, contentType: "text/xml" });
        await expect(again).rejects.toThrow(ObjectExists);
        expect(await read(store, key)).toEqual(first);
        expect(await subject().leftovers()).toEqual([]);
      },
    );

    it("lets exactly one of many concurrent writers win, with their own bytes", async () => {
      const { store } = subject();
      const key = freshKey();
      const bodies = Array.from({ length: WRITERS }, (_, n) => someBytes(50_000 + n));
      const puts = bodies.map((bytes) => put(store, key, bytes, { ifAbsent: true }));
      const results = await Promise.allSettled(puts);
      const lost = results.filter((result) => result.status === "rejected");
      expect(lost).toHaveLength(WRITERS - 1);
      for (const { reason } of lost) expect(reason).toBeInstanceOf(ObjectExists);
      const winner = results.findIndex((result) => result.status === "fulfilled");
      expect(await read(store, key)).toEqual(bodies[winner]);
      expect(await subject().leftovers()).toEqual([]);
    });

    it("shows readers whole objects only while writers replace them", async () => {
      const { store } = subject();
      const key = freshKey();
      const bodies = Array.from({ length: 8 }, (_, n) => Buffer.alloc(200_000, n));
      await put(store, key, Buffer.alloc(200_000, 9));
      const reads = Array.from({ length: 8 }, () => read(store, key));
      await Promise.all(bodies.map((bytes) => put(store, key, bytes)));
      for (const bytes of await Promise.all(reads)) {
        expect(bytes.equals(Buffer.alloc(200_000, bytes[0]))).toBe(true);
      }
    });
  });

  describe("an upload that does not reach its end", () => {
    it.each(["fails", "closes"] as const)("leaves nothing when its source %s midway", async (how) => {
      const { store } = subject();
      const key = freshKey();
      const upload = store.put(key, brokenBody(someBytes(300_000), how), { contentType: PDF });
      await expect(upload).rejects.toThrow(TruncatedUpload);
      await expectNothing(key);
    });

    it("leaves nothing when it ends short of its declared length", async () => {
      const key = freshKey();
      await expect(put(subject().store, key, someBytes(99), { length: 100 })).rejects.toThrow(
        TruncatedUpload,
      );
      await expectNothing(key);
    });

    it("leaves nothing when it goes beyond its declared length", async () => {
      const key = freshKey();
      await expect(put(subject().store, key, someBytes(101), { length: 100 })).rejects.toThrow(
        ObjectTooLarge,
      );
      await expectNothing(key);
    });

    it("takes exactly the most bytes allowed, and one more leaves nothing", async () => {
      const { store } = subject();
      const [fits, exceeds] = [freshKey(), freshKey()];
      await put(store, fits, someBytes(1_048_576), { maxBytes: 1_048_576 });
      expect(await store.stat(fits)).toMatchObject({ size: 1_048_576 });
      const tooLarge = put(store, exceeds, someBytes(1_048_577), { maxBytes: 1_048_576 });
      await expect(tooLarge).rejects.toThrow(ObjectTooLarge);
      await expectNothing(exceeds);
    });

    it("stops reading its source at the limit", async () => {
      const { store } = subject();
      let given = 0;
      const endless = bodyOf(Buffer.alloc(0));
      endless._read = () => {
        given += 65_536;
        endless.push(Buffer.alloc(65_536));
      };
      const upload = store.put(freshKey(), endless, { contentType: PDF, maxBytes: 1_048_576 });
      await expect(upload).rejects.toThrow(ObjectTooLarge);
      expect(endless.destroyed).toBe(true);
      expect(given).toBeLessThan(2 * 1_048_576);
    });

    it("leaves nothing when it is aborted while its source is silent, and rejects with the reason", async () => {
      const { store } = subject();
      const [key, abort, gone] = [freshKey(), new AbortController(), new Error("the client went away")];
      const body = brokenBody(someBytes(100_000), "stalls");
      const upload = store.put(key, body, { contentType: PDF, signal: abort.signal });
      body.once("data", () => abort.abort(gone));
      await expect(upload).rejects.toBe(gone);
      expect(body.destroyed).toBe(true);
      await expectNothing(key);
    });

    it("stores nothing for a caller who has gone already", async () => {
      const key = freshKey();
      const signal = AbortSignal.abort(new Error("gone"));
      await expect(put(subject().store, key, someBytes(10), { signal })).rejects.toThrow("gone");
      await expectNothing(key);
    });

    it("can be tried again", async () => {
      const { store } = subject();
      const [key, bytes] = [freshKey(), someBytes(1_000)];
      const upload = store.put(key, brokenBody(bytes, "fails"), { contentType: PDF, ifAbsent: true });
      await expect(upload).rejects.toThrow(TruncatedUpload);
      await put(store, key, bytes, { ifAbsent: true });
      expect(await read(store, key)).toEqual(bytes);
    });
  });
}
