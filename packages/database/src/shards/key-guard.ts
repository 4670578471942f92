import type { IdempotencyScope, IdempotencyStore } from "@marketplace/conventions";
import type { AnyPrismaClient, Database } from "../database.ts";
import { finishedAnswer, outcomeOf } from "../idempotency.ts";
import { type DomainClock, idempotencyKeys } from "../idempotency-keys.ts";

const expiresAfterMs = 24 * 3_600_000;

// The row of a guard never has an answer. One that is over 24 hours old is taken over.
const admit = `INSERT INTO idempotency_keys AS k (caller_id, method, path, key, body_hash, created_at)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (caller_id, method, path, key) DO UPDATE SET
    body_hash = CASE WHEN k.created_at < $7 THEN excluded.body_hash ELSE k.body_hash END,
    created_at = CASE WHEN k.created_at < $7 THEN excluded.created_at ELSE k.created_at END
  RETURNING body_hash`;
const release = `DELETE FROM idempotency_keys
  WHERE caller_id = $1 AND method = $2 AND path = $3 AND key = $4 AND body_hash = $5`;

/**
 * Makes stores of several databases one: the key of a request is bound to its body in the home database
 * before a site's own store keeps the answer, so that the same key with another site's body is a conflict. A
 * body that was refused gives the key back. A store whose site was at home before gives home's answers too.
 */
export function createKeyGuard(home: Database<AnyPrismaClient>, clock: DomainClock) {
  const keys = idempotencyKeys(home, clock);
  return (store: IdempotencyStore, wasAtHome = () => false): IdempotencyStore => ({
    async run(scope, attempt) {
      // First, so that nothing is bound to the key that has another body at home.
      const before = wasAtHome() ? await finishedAnswer(keys, scope) : undefined;
      if (before) return outcomeOf(before, scope);
      const now = clock.now();
      const id = idOf(scope);
      const oldest = new Date(now.getTime() - expiresAfterMs);
      const rows = await home.query<{ body_hash: string }>(admit, [...id, scope.bodyHash, now, oldest]);
      if (rows[0]?.body_hash !== scope.bodyHash) return { kind: "conflict" };
      const outcome = await store.run(scope, attempt).catch(async (error: unknown) => {
        if (isRefusal(error)) await home.execute(release, [...id, scope.bodyHash]);
        throw error;
      });
      const refused = outcome.kind === "fresh" && outcome.answer.status >= 300;
      if (refused) await home.execute(release, [...id, scope.bodyHash]);
      return outcome;
    },
  });
}

/** No path of a request has a `#`. */
const idOf = ({ callerId, method, path, key }: IdempotencyScope) =>
  [callerId, method, `${path}#body`, key] as const;

/** The change was refused for certain: by a rule, whose problems have a status below 500. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && "status" in error && typeof error.status === "number" && error.status < 500;
