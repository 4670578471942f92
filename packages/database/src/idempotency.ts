import type { AnyPrismaClient, Database } from "./database.ts";

/** Which request an Idempotency-Key stands for; `bodyHash` tells a repetition from another request. */
export interface IdempotencyScope {
  readonly callerId: number;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly bodyHash: string;
}

/** An answer as the caller gets it. */
export interface IdempotentAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** `fresh`: the work ran now; `stored`: it ran before; `conflict`: the key was used with another body. */
export type IdempotencyOutcome =
  | { readonly kind: "fresh" | "stored"; readonly answer: IdempotentAnswer }
  | { readonly kind: "conflict" };

/** Runs the work of a key once (decisions 1.9). */
export interface IdempotencyStore {
  /**
   * Runs `work` in one transaction with the row of its key: a 2xx answer commits both; any other answer, or a throw,
   * rolls both back and reaches the caller. A parallel duplicate waits. After a deadlock `work` may run again.
   */
  run(scope: IdempotencyScope, work: () => Promise<IdempotentAnswer>): Promise<IdempotencyOutcome>;
  /** Deletes the keys that are over 24 hours old; gives their number. */
  purge(): Promise<number>;
}

/** The store over the database's `idempotency_keys` table. */
export function idempotencyStore(database: Database<AnyPrismaClient>): IdempotencyStore {
  return {
    run: (scope, work) => run(database, scope, work),
    purge: () => database.execute(`DELETE FROM idempotency_keys WHERE ${expired}`),
  };
}

const expired = "created_at < now() - interval '24 hours'";
const sameKey = "caller_id = $1 AND method = $2 AND path = $3 AND key = $4";

/** Carries an answer that must not be kept out of the transaction it rolls back. */
class Unkept extends Error {
  readonly answer: IdempotentAnswer;
  constructor(answer: IdempotentAnswer) {
    super("an answer that is not stored");
    this.answer = answer;
  }
}

async function run(
  database: Database<AnyPrismaClient>,
  scope: IdempotencyScope,
  work: () => Promise<IdempotentAnswer>,
): Promise<IdempotencyOutcome> {
  try {
    return await database.transaction(async () => {
      const stored = await claim(database, scope);
      if (stored) return stored.bodyHash === scope.bodyHash ? stored.outcome : { kind: "conflict" };
      const answer = await work();
      if (answer.status < 200 || answer.status > 299) throw new Unkept(answer);
      await keep(database, scope, answer);
      return { kind: "fresh", answer };
    });
  } catch (error) {
    if (error instanceof Unkept) return { kind: "fresh", answer: error.answer };
    throw error;
  }
}

type Statements = Pick<Database<AnyPrismaClient>, "execute" | "query">;

interface KeyRow {
  body_hash: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Makes the key ours (undefined), or gives what was stored under it; waits for a transaction that has it at present. */
async function claim(database: Statements, scope: IdempotencyScope) {
  const id = idOf(scope);
  // An expired row counts as absent; taking it over at once keeps a parallel duplicate waiting on the same row.
  const claimed = await database.execute(
    `INSERT INTO idempotency_keys (caller_id, method, path, key, body_hash) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (caller_id, method, path, key) DO UPDATE
       SET body_hash = excluded.body_hash, status = NULL, headers = NULL, body = NULL, created_at = now()
       WHERE idempotency_keys.${expired}`,
    [...id, scope.bodyHash],
  );
  if (claimed > 0) return undefined;
  const [row] = await database.query<KeyRow>(
    `SELECT body_hash, status, headers, body FROM idempotency_keys WHERE ${sameKey}`,
    id,
  );
  if (!row) throw new Error("an idempotency key was purged while it was read");
  const { body_hash: bodyHash, status, headers, body } = row;
  const outcome: IdempotencyOutcome = { kind: "stored", answer: { status, headers, body } };
  return { bodyHash, outcome };
}

async function keep(database: Statements, scope: IdempotencyScope, answer: IdempotentAnswer): Promise<void> {
  await database.execute(
    `UPDATE idempotency_keys SET status = $5, headers = $6::jsonb, body = $7 WHERE ${sameKey}`,
    [...idOf(scope), answer.status, JSON.stringify(answer.headers), answer.body],
  );
}

function idOf(scope: IdempotencyScope) {
  return [scope.callerId, scope.method, scope.path, scope.key] as const;
}
