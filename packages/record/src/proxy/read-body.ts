import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { headerOf, type RecordedBody, type RecordedHeaders } from "../exchange.ts";

/** Longest body that is recorded, in bytes; a category tree of a large site has some tens of megabytes. */
export const bodyLimit = 64 * 1024 * 1024;

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** What is recorded of a body that was sent in these chunks; of one that is too long only its length. */
export async function readBody(
  chunks: readonly Buffer[],
  { headers, bytes }: { headers: RecordedHeaders; bytes: number },
): Promise<RecordedBody | null> {
  if (bytes === 0) return null;
  const type = headerOf(headers, "content-type") ?? "";
  const isText = /json|^text\/|javascript|xml|x-www-form-urlencoded/.test(type);
  const text =
    isText && bytes <= bodyLimit ? await decoded(chunks, headerOf(headers, "content-encoding")) : undefined;
  if (text === undefined) return { bytes };
  // Clients label JSON as forms or as plain text.
  return /json/.test(type) || /^\s*[[{]/.test(text) ? jsonOrText(text) : { text };
}

async function decoded(chunks: readonly Buffer[], encoding = "identity"): Promise<string | undefined> {
  if (encoding === "identity") return Buffer.concat(chunks).toString("utf8");
  const make = decoders[encoding];
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
  return Buffer.concat(parts).toString("utf8");
}

function jsonOrText(text: string): RecordedBody {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { text };
  }
}
