import { createHash } from "node:crypto";
import type { Caller } from "./caller.ts";
import { common } from "./common-problems.ts";
import type { Operation } from "./declare.ts";
import type { Exchange } from "./exchange.ts";
import { jsonText, Reply, replyOf } from "./reply.ts";

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

/** A change that was made. */
export interface MadeChange {
  answer: StoredAnswer;
  /** Runs after the commit and gives the answer that is to be kept instead. */
  finish?: (() => Promise<StoredAnswer>) | undefined;
}

/** Makes a change and keeps its answer, both or neither; gives the answer in the end. */
export type KeepOnce = (change: () => Promise<MadeChange>) => Promise<StoredAnswer>;

/**
 * Makes the change of a key once: only 2xx answers are kept, for 24 h; a parallel duplicate waits for the first. What an
 * attempt does beside `keep` may be done again. Implemented on Postgres by the database package.
 */
export interface IdempotencyStore {
  run(
    scope: IdempotencyScope,
    attempt: (keep: KeepOnce) => Promise<StoredAnswer>,
  ): Promise<{ kind: "fresh" | "stored"; answer: StoredAnswer } | { kind: "conflict" }>;
}

/** The change of an operation that is made once per key. */
export interface OnceStep<T> {
  /** In one transaction with the key: it asks no other service, and may run again after a deadlock. */
  change: () => Promise<T>;
  /** Completes what was done after the commit, where others may be asked; it never rejects. */
  finish?: (done: T) => Promise<T>;
  /** The handler's result for it. */
  answer: (done: T) => unknown;
}

/** Makes the change of a request, once if it carries a key, and gives the handler's result. */
export type Once = <T>(step: OnceStep<T>) => Promise<unknown>;

/** What a handler receives for what is to happen once. */
export interface OncePerKey {
  once: Once;
  /** Equal for the repetitions of a request and for nothing else; `undefined` where it carries no key. */
  sameAs: string | undefined;
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

const plainly: OncePerKey = {
  async once({ change, finish, answer }) {
    const done = await change();
    return answer(finish ? await finish(done) : done);
  },
  sameAs: undefined,
};

/** Runs the handler, through the store when the request carries a key. */
export async function runOnce<Deps>(
  store: IdempotencyStore | undefined,
  { operation, exchange, caller, body }: Attempt<Deps>,
  work: (given: OncePerKey) => Promise<Reply>,
): Promise<Reply> {
  const key = keyOf(operation, exchange);
  if (key === undefined || !caller || !store) return work(plainly);
  // A trailing slash leads to the same operation: it makes no other request of a repetition.
  const path = exchange.pathname.replace(/\/$/, "");
  const { userId: callerId, applicationId } = caller;
  const scope = { callerId, applicationId, method: operation.method, path, key, bodyHash: hashOf(body) };
  const outcome = await store.run(scope, (keep) =>
    operation.creates === "in steps"
      ? inSteps({ operation, scope, keep }, work)
      : keep(async () => ({ answer: stored(await work(plainly)) })),
  );
  if (outcome.kind === "conflict") throw common.idempotency_conflict();
  const { status, headers, body: text } = outcome.answer;
  const replayed = outcome.kind === "stored" ? { ...headers, "Idempotent-Replayed": "true" } : headers;
  return text === ""
    ? new Reply(status, { kind: "empty" }, replayed)
    : jsonText(text, { status, headers: replayed });
}

interface Steps<Deps> {
  operation: Operation<Deps>;
  scope: IdempotencyScope;
  keep: KeepOnce;
}

/** Runs a handler that makes its change by `once`: what it does before and after needs no transaction. */
async function inSteps<Deps>(
  { operation, scope, keep }: Steps<Deps>,
  work: (given: OncePerKey) => Promise<Reply>,
): Promise<StoredAnswer> {
  let made = false;
  const once: Once = async <T>({ change, finish, answer }: OnceStep<T>) => {
    let result: unknown;
    const answered = (done: T) => {
      result = answer(done);
      return stored(replyOf(result, operation));
    };
    await keep(async () => {
      const done = await change();
      return { answer: answered(done), finish: finish && (async () => answered(await finish(done))) };
    });
    made = true;
    return result;
  };
  const reply = await work({ once, sameAs: hashOf(scope) });
  if (!made && reply.status < 300)
    throw new Error(`the handler of ${operation.id} made its change without once`);
  return stored(reply);
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
