import { randomUUID } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { PutOptions, PutResult } from "./object-store.ts";
import { ATTEMPTS, persist, type S3Connection } from "./s3.connection.ts";
import { s3Code } from "./s3.errors.ts";
import { replay } from "./s3.spool.ts";
import { wasStale } from "./s3.transport.ts";

/** A spooled body and its object name. */
export type Spooled = PutResult & { name: string; file: FileHandle };

/** Errors of concurrent changes to one key; the change can be sent again. */
const CONFLICTS = ["ConditionalRequestConflict", "OperationAborted"];

const MARK = "upload";

/**
 * Stores a spooled body by one request. The client's putObject would hold the body in memory, and resume
 * other writers' unfinished uploads. A retried creation may find the object of its own first attempt, which
 * its mark tells from another writer's.
 */
export async function upload(s3: S3Connection, spooled: Spooled, options: PutOptions): Promise<void> {
  const mark = randomUUID();
  const headers = {
    "content-type": options.contentType,
    "content-length": String(spooled.size),
    [`x-amz-meta-${MARK}`]: mark,
    ...(options.ifAbsent && { "if-none-match": "*" }),
  };
  for (let attempt = 1; ; attempt++) {
    try {
      return await uploadOnce(s3, { ...spooled, headers }, options.signal);
    } catch (error) {
      const repeated = attempt > 1 && s3Code(error) === "PreconditionFailed";
      if (repeated && (await markOf(s3, spooled.name)) === mark) return;
      const passing = wasStale(error) || CONFLICTS.includes(s3Code(error) ?? "");
      if (!passing || attempt === ATTEMPTS) throw error;
    }
  }
}

/** After the last byte was sent, an abort is ignored and the upload completes. */
async function uploadOnce(
  s3: S3Connection,
  { name, file, size, etag, headers }: Spooled & { headers: Record<string, string> },
  signal: AbortSignal | undefined,
): Promise<void> {
  signal?.throwIfAborted();
  const cut = new AbortController();
  const abort = () => cut.abort(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const settle = () => signal?.removeEventListener("abort", abort);
  const ask = { method: "PUT", bucketName: s3.bucket, objectName: name, headers };
  try {
    const client = s3.client(cut.signal);
    const body = replay(file, size, settle);
    // Over TLS the client signs no body and uses no digest.
    const digest = client.enableSHA256 ? etag : "";
    const response = await client.makeRequestStreamAsync(ask, body, digest, [200], "");
    response.resume();
  } finally {
    settle();
  }
}

async function markOf(s3: S3Connection, name: string): Promise<string | undefined> {
  const { metaData } = await persist(() => s3.client().statObject(s3.bucket, name));
  return metaData[MARK];
}
