import type { AnyPrismaClient, Change, Database } from "@marketplace/database";

const inserted = `
  INSERT INTO unowned_objects (object_key, due_at)
  SELECT key, now() + $2 * interval '1 ms' FROM unnest($1::text[]) AS key`;
const rescheduled =
  "UPDATE unowned_objects SET due_at = now() + $2 * interval '1 ms' WHERE object_key = ANY($1::text[])";
const claimed = `
  UPDATE unowned_objects object
  SET removal_began_at = coalesce(object.removal_began_at, now()), due_at = now() + $2 * interval '1 ms'
  FROM (
    SELECT object_key, removal_began_at FROM unowned_objects
    WHERE due_at <= now() ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
  ) due
  WHERE object.object_key = due.object_key
  RETURNING object.object_key AS key,
    coalesce(due.removal_began_at <= now() - $3 * interval '1 ms', false) AS "isLast"`;

const taken = `
  DELETE FROM unowned_objects WHERE object_key = ANY($1::text[]) AND removal_began_at IS NULL RETURNING 1`;

/** An object to remove, and whether its removal began so long ago that it need not be repeated. */
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
  const reschedule = async (keys: readonly string[], delayMs: number) => {
    await db.execute(rescheduled, [keys, delayMs]);
  };
  return {
    /** Writes keys, due after the grace period, to be committed before their uploads. */
    async announce(keys: readonly string[], graceMs: number): Promise<void> {
      await db.execute(inserted, [keys, graceMs]);
    },
    /** Gives keys without an owner to the sweep, due after the grace period, in the ambient transaction. */
    async disown(keys: readonly string[], graceMs: number): Promise<void> {
      const upsert = `${inserted} ON CONFLICT (object_key) DO UPDATE SET due_at = excluded.due_at`;
      await db.execute(upsert, [keys, graceMs]);
    },
    /** Forgets keys that another database has from now on; false when the removal of one has begun. */
    async handOver(keys: readonly string[]): Promise<boolean> {
      const handed = await db.query(taken, [keys]);
      return handed.length === keys.length;
    },
    /** Makes keys due now, unless a row owns them by now. */
    release: (keys: readonly string[]) => reschedule(keys, 0),
    /**
     * Claims due keys for `claimMs`; skips those that another replica is claiming. No row can own them
     * any more, so their objects are removed outside of any transaction. A removal is the last one when
     * the first began `repeatedMs` ago or longer.
     */
    claimDue: (limit: number, { claimMs, repeatedMs }: { claimMs: number; repeatedMs: number }) =>
      db.query<Removal>(claimed, [limit, claimMs, repeatedMs]),
    /** Postpones the removal of claimed keys. */
    postpone: reschedule,
    /** Forgets keys whose objects are removed. */
    async forget(keys: readonly string[]): Promise<void> {
      await db.execute("DELETE FROM unowned_objects WHERE object_key = ANY($1::text[])", [keys]);
    },
  };
}

/** Takes objects over from the sweep; fails when it has begun to remove one of them. */
export const owned = (keys: readonly string[]): Change => ({
  statement: taken,
  values: [keys],
  rows: keys.length,
});
