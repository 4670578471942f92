import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { gatedStore } from "./gated-store.ts";
import type { ObjectStore } from "./object-store.ts";

const calls: string[] = [];
const answering = {
  put: async () => {
    calls.push("put");
    return { size: 1, etag: "e" };
  },
  stat: async () => {
    calls.push("stat");
    return null;
  },
  async *list() {
    calls.push("list");
    yield { key: "key", size: 1, lastModified: new Date(0) };
  },
} as unknown as ObjectStore;

async function keysOf(store: ObjectStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list("")) keys.push(key);
  return keys;
}

it("without a gate it is the store itself", () => {
  expect(gatedStore(answering, undefined)).toBe(answering);
});

it("an operation waits for the gate, and fails with it", async () => {
  let closed = true;
  const store = gatedStore(answering, () => (closed ? Promise.reject(new Error("closed")) : undefined));
  const body = Readable.from(["x"]);
  await expect(store.put("key", body, { contentType: "text/plain" })).rejects.toThrow("closed");
  expect(body.destroyed).toBe(true);
  await expect(store.stat("key")).rejects.toThrow("closed");
  await expect(keysOf(store)).rejects.toThrow("closed");
  expect(calls).toEqual([]);
  closed = false;
  await store.stat("key");
  expect(await keysOf(store)).toEqual(["key"]);
  expect(calls).toEqual(["stat", "list"]);
});
