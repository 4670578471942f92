import type { IdempotencyScope, StoredAnswer } from "@marketplace/conventions";
import type { AnyPrismaClient, Database } from "./database.ts";
import { deleteBefore } from "./delete-before.ts";

/** Tells domain time. */
export interface DomainClock {
  now(): Date;
}

export interface Kept {
  readonly bodyHash: string;
  readonly answer: StoredAnswer;
  /** False while the process that made the change still completes the answer. */
  readonly finished: boolean;
}

/** An answer that is still to be completed has no headers. */
export interface IdempotencyKeys {
  find(scope: IdempotencyScope): Promise<Kept | undefined>;
  /** Claims the key in the present transaction unless it is taken; waits for one that is claiming it. */
  claim(scope: IdempotencyScope): Promise<boolean>;
  /** Keeps the answer; the first time in the transaction that claimed the key. */
  keep(scope: IdempotencyScope, answer: StoredAnswer, options?: { finished: boolean }): Promise<void>;
  /** Deletes the keys that are over 24 hours old; gives their number. */
  purge(): Promise<number>;
}

interface Row {
  body_hash: string;
  status: number;
  headers: Record<string, string> | null;
  body: string;
  finished: boolean;
}

const expiresAfterMs = 24 * 3_600_000;
const sameKey = "caller_id = $1 AND method = $2 AND path = $3 AND key = $4";

// Completing an answer takes one call of another service at most: after 15 s a crash cut it off.
const found = `SELECT body_hash, status, headers, body,
    headers IS NOT NULL OR claimed_at < now() - interval '15 seconds' AS finished
  FROM idempotency_keys WHERE ${sameKey} AND status IS NOT NULL AND created_at >= $5`;

// An expired row counts as absent; taking it over at once keeps a parallel duplicate waiting on the same row.
const claimed = `INSERT INTO idempotency_keys (caller_id, method, path, key, body_hash, created_at)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (caller_id, method, path, key) DO UPDATE SET body_hash = excluded.body_hash, status = NULL,
    headers = NULL, body = NULL, created_at = excluded.created_at, claimed_at = now()
    WHERE idempotency_keys.created_at < $7`;

const kept = `UPDATE idempotency_keys SET status = $5, headers = $6::jsonb, body = $7 WHERE ${sameKey}`;

/** Keys expire by the domain clock, and claims of keys by the server's. */
export function idempotencyKeys(database: Database<AnyPrismaClient>, clock: DomainClock): IdempotencyKeys {
  const oldest = (now = clock.now()) => new Date(now.getTime() - expiresAfterMs);
  return {
    async find(scope) {
      const [row] = await database.query<Row>(found, [...idOf(scope), oldest()]);
      if (!row) return undefined;
      const { body_hash: bodyHash, status, headers, body, finished } = row;
      return { bodyHash, answer: { status, headers: headers ?? {}, body }, finished };
    },
    async claim(scope) {
      const now = clock.now();
      return (await database.execute(claimed, [...idOf(scope), scope.bodyHash, now, oldest(now)])) > 0;
    },
    async keep(scope, { status, headers, body }, { finished } = { finished: true }) {
      await database.execute(kept, [...idOf(scope), status, finished ? JSON.stringify(headers) : null, body]);
    },
    purge: () =>
      deleteBefore(database, { table: "idempotency_keys", column: "created_at", before: oldest() }),
  };
}

function idOf({ callerId, method, path, key }: IdempotencyScope) {
  return [callerId, method, path, key] as const;
}
