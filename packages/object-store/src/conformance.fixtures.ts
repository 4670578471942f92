import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { ByteRange, ObjectEntry, ObjectStore, PutOptions } from "./object-store.ts";

export const PDF = "application/pdf";

/** A key that no other test uses. */
export const freshKey = (rest = "object") => `packs/${randomUUID()}/${rest}`;

/** A body in chunks, as the network delivers it. */
export function bodyOf(bytes: Buffer, piece = 60_000): Readable {
  function* pieces() {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  return Readable.from(pieces(), { objectMode: false });
}

export const someBytes = (size: number) => randomBytes(size);
export const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

export function put(store: ObjectStore, key: string, bytes: Buffer, options: Partial<PutOptions> = {}) {
  return store.put(key, bodyOf(bytes), { contentType: PDF, ...options });
}

export async function read(store: ObjectStore, key: string, range?: ByteRange): Promise<Buffer> {
  const { stream } = await store.get(key, range ? { range } : {});
  return buffer(stream);
}

export async function listed(store: ObjectStore, prefix: string): Promise<ObjectEntry[]> {
  const entries: ObjectEntry[] = [];
  for await (const entry of store.list(prefix)) entries.push(entry);
  return entries;
}

/** Gives some bytes, and then fails, closes or stalls. */
export function brokenBody(bytes: Buffer, how: "fails" | "closes" | "stalls"): Readable {
  let given = false;
  return new Readable({
    read() {
      if (!given) this.push(bytes);
      else if (how === "fails") this.destroy(new Error("connection reset by peer"));
      else if (how === "closes") this.destroy();
      given = true;
    },
  });
}
