import type { AnyPrismaClient, Change, Database } from "@marketplace/database";

const inserted = `
  INSERT INTO unowned_objects (object_key, due_at)
  SELECT key, now() + $2 * interval '1 ms' FROM unnest($1::text[]) AS key`;
const postponed =
  "UPDATE unowned_objects SET due_at = now() + $2 * interval '1 ms' WHERE object_key = ANY($1::text[])";
// An upload that gives its object up only now may have left the store with bytes to finish.
const released =
  "UPDATE unowned_objects SET due_at = now(), removed_at = NULL WHERE object_key = ANY($1::text[])";
const claimed = `
  UPDATE unowned_objects object
  SET removal_began_at = coalesce(object.removal_began_at, now()), due_at = now() + $2 * interval '1 ms'
  FROM (
    SELECT object_key FROM unowned_objects WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ) due
  WHERE object.object_key = due.object_key
  RETURNING object.object_key AS key, object.removed_at IS NOT NULL AS "isLast"`;
const removed = `
  UPDATE unowned_objects SET removed_at = now(), due_at = now() + $2 * interval '1 ms'
  WHERE object_key = ANY($1::text[])`;
const forgotten = "DELETE FROM unowned_objects WHERE object_key = ANY($1::text[]) AND removed_at IS NOT NULL";

const taken = `
  DELETE FROM unowned_objects WHERE object_key = ANY($1::text[]) AND removal_began_at IS NULL RETURNING 1`;

/** An object to remove, and whether it was removed before, so that this removal need not be repeated. */
export interface Removal {
  key: string;
  isLast: boolean;
}

type Statements = Pick<Database<AnyPrismaClient>, "execute" | "query">;

export type UnownedObjectsRepo = ReturnType<typeof createUnownedObjectsRepo>;

/**
 * Objects that no row owns: the table `unowned_objects` of a service. A key is written here before its
 * object exists, with a time at which it is due. The statement that inserts the owner removes the key. So
 * one of the two tables names every object at any moment, and after a crash the sweep removes the object
 * once it is due. The time is the database's, which all replicas share. Durations are milliseconds.
 */
export function createUnownedObjectsRepo(db: Statements) {
  return {
    /** Writes keys, due after the grace period, to be committed before their uploads. */
    async announce(keys: readonly string[], graceMs: number): Promise<void> {
      await db.execute(inserted, [keys, graceMs]);
    },
    /** Gives keys without an owner to the sweep, due after the grace period, in the ambient transaction. */
    async disown(keys: readonly string[], graceMs: number): Promise<void> {
      const upsert = `${inserted} ON CONFLICT (object_key) DO UPDATE SET due_at = excluded.due_at, removed_at = NULL`;
      await db.execute(upsert, [keys, graceMs]);
    },
    /** Forgets keys that another database has from now on; false when the removal of one has begun. */
    async handOver(keys: readonly string[]): Promise<boolean> {
      const handed = await db.query(taken, [keys]);
      return handed.length === keys.length;
    },
    /** Makes keys due now, unless a row owns them by now. */
    async release(keys: readonly string[]): Promise<void> {
      await db.execute(released, [keys]);
    },
    /**
     * Claims due keys for `claimMs`; skips those that another replica is claiming. No row can own them
     * any more, so their objects are removed outside of any transaction.
     */
    claimDue: (limit: number, claimMs: number) => db.query<Removal>(claimed, [limit, claimMs]),
    /** Postpones the removal of claimed keys, because it failed. */
    async postpone(keys: readonly string[], delayMs: number): Promise<void> {
      await db.execute(postponed, [keys, delayMs]);
    },
    /** Notes that the objects of claimed keys are removed; they are due once more after the grace period. */
    async noteRemoved(keys: readonly string[], graceMs: number): Promise<void> {
      await db.execute(removed, [keys, graceMs]);
    },
    /** Forgets keys whose objects are removed for the last time, unless one was released meanwhile. */
    async forget(keys: readonly string[]): Promise<void> {
      await db.execute(forgotten, [keys]);
    },
  };
}

/** Takes objects over from the sweep; fails when it has begun to remove one of them. */
export const owned = (keys: readonly string[]): Change => ({
  statement: taken,
  values: [keys],
  rows: keys.length,
});
