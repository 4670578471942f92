import { createHash } from "node:crypto";
import type { Caller } from "./caller.ts";
import { common } from "./common-problems.ts";
import type { Operation } from "./declare.ts";
import type { Exchange } from "./exchange.ts";
import { jsonText, Reply } from "./reply.ts";

/** What makes two requests the same request (decisions 1.9). */
export interface IdempotencyScope {
  callerId: number;
  /** The one the caller came through. Keys are the user's, not the application's, unless a store makes them so. */
  applicationId: number;
  method: string;
  path: string;
  key: string;
  bodyHash: string;
}

/** An answer as it is kept for a repetition. */
export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * Runs work at most once per key: only 2xx answers are kept, for 24 h; a parallel duplicate waits for the first.
 * Implemented on Postgres by the database package.
 */
export interface IdempotencyStore {
  run(
    scope: IdempotencyScope,
    work: () => Promise<StoredAnswer>,
  ): Promise<{ kind: "fresh" | "stored"; answer: StoredAnswer } | { kind: "conflict" }>;
}

const keyForm = /^[\x21-\x7e]{1,255}$/;

/** The Idempotency-Key of a request to an operation that takes one. */
function keyOf<Deps>(operation: Operation<Deps>, exchange: Exchange): string | undefined {
  const key = exchange.req.headers["idempotency-key"];
  if (!operation.creates || key === undefined) return undefined;
  if (typeof key === "string" && keyForm.test(key)) return key;
  const message = "Idempotency-Key must be 1 to 255 visible ASCII characters";
  throw common.bad_request(
    { message },
    { cause: [{ code: "invalid_header", message, references: ["header.idempotency-key"] }] },
  );
}

interface Attempt<Deps> {
  operation: Operation<Deps>;
  exchange: Exchange;
  /** Anonymous callers have no keys of their own: without a caller the key is not looked at. */
  caller: Caller | undefined;
  body: unknown;
}

/** Runs the handler, through the store when the request carries a key. */
export async function runOnce<Deps>(
  store: IdempotencyStore | undefined,
  { operation, exchange, caller, body }: Attempt<Deps>,
  work: () => Promise<Reply>,
): Promise<Reply> {
  const key = keyOf(operation, exchange);
  if (key === undefined || !caller || !store) return work();
  // A trailing slash leads to the same operation: it makes no other request of a repetition.
  const path = exchange.pathname.replace(/\/$/, "");
  const { userId: callerId, applicationId } = caller;
  const scope = { callerId, applicationId, method: operation.method, path, key, bodyHash: hashOf(body) };
  const outcome = await store.run(scope, async () => stored(await work()));
  if (outcome.kind === "conflict") throw common.idempotency_conflict();
  const { status, headers, body: text } = outcome.answer;
  const replayed = outcome.kind === "stored" ? { ...headers, "Idempotent-Replayed": "true" } : headers;
  return text === ""
    ? new Reply(status, { kind: "empty" }, replayed)
    : jsonText(text, { status, headers: replayed });
}

function stored({ status, headers, payload }: Reply): StoredAnswer {
  const kept = { status, headers: { ...headers } };
  if (payload.kind === "empty") return { ...kept, body: "" };
  if (payload.kind === "jsonText") return { ...kept, body: payload.text };
  if (payload.kind === "json") return { ...kept, body: JSON.stringify(payload.value) };
  throw new Error("an operation that takes Idempotency-Key answers JSON");
}

const hashOf = (body: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(body) ?? "")
    .digest("base64url");
