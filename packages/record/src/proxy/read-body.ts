import { isUtf8 } from "node:buffer";
import type { Transform } from "node:stream";
import zlib, { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { headerOf, type RecordedBody, type RecordedHeaders } from "../exchange.ts";

/** Longest body that is recorded, in bytes; a category tree of a large site has some tens of megabytes. */
export const bodyLimit = 64 * 1024 * 1024;

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  // Node has it from 22.15.
  ...("createZstdDecompress" in zlib && { zstd: zlib.createZstdDecompress }),
};

/** What is recorded of a body that was sent in these chunks; of one that is too long only its length. */
export async function readBody(
  chunks: readonly Buffer[],
  { headers, bytes }: { headers: RecordedHeaders; bytes: number },
): Promise<RecordedBody | null> {
  if (bytes === 0) return null;
  const type = headerOf(headers, "content-type") ?? "";
  const isText = /json|^text\/|javascript|xml|x-www-form-urlencoded/i.test(type);
  const mayBeText = (isText || type === "") && bytes <= bodyLimit;
  const plain = mayBeText ? await decoded(chunks, headerOf(headers, "content-encoding")) : undefined;
  if (plain === undefined || !(isText || isUtf8(plain))) return { bytes };
  const text = plain.toString("utf8");
  // Clients label JSON as forms or as plain text.
  return /json/i.test(type) || /^\s*[[{]/.test(text) ? jsonOrText(text) : { text };
}

async function decoded(chunks: readonly Buffer[], encoding = "identity"): Promise<Buffer | undefined> {
  const name = encoding.trim().toLowerCase();
  if (name === "identity") return Buffer.concat(chunks);
  const make = decoders[name];
  if (!make) return undefined;
  const decoder = make();
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for (const chunk of chunks) decoder.write(chunk);
    decoder.end();
    for await (const part of decoder) {
      parts.push(part);
      length += part.length;
      if (length > bodyLimit) return undefined;
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(parts);
}

function jsonOrText(text: string): RecordedBody {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { text };
  }
}
