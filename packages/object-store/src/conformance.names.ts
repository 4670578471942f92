import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { freshKey, listed, put, read, someBytes } from "./conformance.fixtures.ts";
import type { Subject } from "./conformance.subject.ts";
import { MAX_KEY_BYTES } from "./object-store.ts";

const MANY = 1_200;
const PARALLEL = 20;

const ODD_KEYS: Record<string, string> = {
  spaces: " a  b ",
  "letters beyond ASCII": "façade/日本語/ключ",
  "an emoji": "🧾/receipt",
  "two spellings of one letter": "e\u0301\u00e9",
  "parent folders": "../../etc/passwd",
  "the folder itself": "./.",
  "a leading slash": "/etc/passwd",
  "a trailing slash": "folder/",
  "empty parts": "a//b///c",
  "a percent sign": "100%25%2F%zz",
  quotes: `"double" 'single' \`back\``,
  "line ends and controls": "a\r\nX-Header: b\t\u0000\u007f",
  "what queries use": "a?b=c&d=e#f+g;h",
  "what markup uses": "<Key>&amp;</Key>",
  "an escape of the driver's own": "=2F=/~=",
  "a number": "007",
  "a backslash": "..\\..\\windows",
  "the longest name": "x".repeat(MAX_KEY_BYTES),
  "the longest name beyond ASCII": "é".repeat(MAX_KEY_BYTES / 2),
};

/** Any string is a key, and different keys are different objects. */
export function namingRules(subject: Subject): void {
  describe("keys", () => {
    it.each(Object.entries(ODD_KEYS))("may contain %s", async (_name, key) => {
      const { store } = subject();
      const bytes = someBytes(20);
      await put(store, key, bytes, { ifAbsent: true });
      expect(await read(store, key)).toEqual(bytes);
      expect((await listed(store, key)).map((entry) => entry.key)).toContain(key);
      await store.delete(key);
      expect(await store.stat(key)).toBeNull();
    });

    it("are all different, however alike", async () => {
      const { store } = subject();
      const root = freshKey("");
      const keys = [
        "a",
        "A",
        "a/",
        "/a",
        "a//",
        "./a",
        "a/.",
        "a/../a",
        "a%2F",
        "a=2F",
        "a ",
        "a+",
        "1",
        "01",
        "1.0",
      ];
      const bodies = keys.map((key) => Buffer.from(key));
      for (const [n, bytes] of bodies.entries()) await put(store, root + keys[n], bytes, { ifAbsent: true });
      for (const [n, bytes] of bodies.entries()) expect(await read(store, root + keys[n])).toEqual(bytes);
      const found = (await listed(store, root)).map((entry) => entry.key);
      expect(found.sort()).toEqual(keys.map((key) => root + key).sort());
    });

    it.each([
      ["empty", ""],
      ["too long", "x".repeat(MAX_KEY_BYTES + 1)],
      ["half a character", "a\ud800b"],
    ])("are refused when %s", async (_name, key) => {
      const { store } = subject();
      await expect(put(store, key, someBytes(1))).rejects.toThrow(TypeError);
      await expect(store.get(key)).rejects.toThrow(TypeError);
      await expect(store.stat(key)).rejects.toThrow(TypeError);
      await expect(store.delete(key)).rejects.toThrow(TypeError);
    });
  });

  describe("listing", () => {
    it("gives every object below a prefix once, with size and time, over many pages", async () => {
      const { store } = subject();
      const prefix = freshKey("");
      const keys = Array.from({ length: MANY }, (_, n) => `${prefix}${n % 7}/${n}`);
      const rest = keys.entries();
      const writer = async () => {
        for (const [n, key] of rest) await put(store, key, Buffer.alloc(n % 5));
      };
      await Promise.all(Array.from({ length: PARALLEL }, writer));
      const found = await listed(store, prefix);
      expect(found.map((entry) => entry.key).sort()).toEqual(keys.toSorted());
      for (const { key, size, lastModified } of found) {
        expect(size).toBe(Number(key.split("/").at(-1)) % 5);
        expect(lastModified.getTime()).not.toBeNaN();
      }
      expect(await listed(store, `${prefix}3/`)).toHaveLength(
        keys.filter((key) => key.startsWith(`${prefix}3/`)).length,
      );
    }, 60_000);

    it("takes a prefix to the letter, across parts of a key", async () => {
      const { store } = subject();
      const root = freshKey("");
      for (const rest of ["ab", "abc/d", "ab c", "a", "b"]) await put(store, root + rest, someBytes(1));
      const found = (await listed(store, `${root}ab`)).map((entry) => entry.key.slice(root.length));
      expect(found.sort()).toEqual(["ab", "ab c", "abc/d"]);
    });

    it("of a prefix that nothing has is empty", async () => {
      expect(await listed(subject().store, `none/${randomUUID()}`)).toEqual([]);
    });
  });
}
