import { type Change, outsideTransactions } from "@marketplace/database";
import type { InvoicesDatabase } from "@marketplace/database/invoices";

/**
 * Objects that no document owns. A key is written here, with a time at which it is due, before its object is; a document
 * takes it over by removing it in the statement that inserts the document. So every object is named by one of the two
 * tables at any moment, and a crash at any moment leaves an object that is swept once it is due.
 */
export interface UnownedObjectsRepo {
  /** Writes keys at once, whatever transaction is open. */
  announce(keys: readonly string[], dueAt: Date): Promise<void>;
  /** Sets when keys are due that are still unowned: what a document owns meanwhile stays untouched. */
  reschedule(keys: readonly string[], dueAt: Date): Promise<void>;
  /** Leaves keys that lost their documents to the sweep, in the present transaction. */
  disown(keys: readonly string[], dueAt: Date): Promise<void>;
  /** Locks keys that are due, but those another replica sweeps, for the present transaction. */
  lockDue(now: Date, limit: number): Promise<string[]>;
  /** Forgets keys whose objects are gone, in the present transaction. */
  forget(keys: readonly string[]): Promise<void>;
}

const inserted =
  "INSERT INTO unowned_objects (object_key, due_at) SELECT key, $2::timestamptz FROM unnest($1::text[]) AS key";
const due =
  "SELECT object_key FROM unowned_objects WHERE due_at <= $1 ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED";

/** The repository over a database. */
export function createUnownedObjectsRepo(db: InvoicesDatabase): UnownedObjectsRepo {
  return {
    async announce(keys, dueAt) {
      await outsideTransactions(() => db.execute(inserted, [keys, dueAt]));
    },
    async reschedule(keys, dueAt) {
      await db.execute(
        "UPDATE unowned_objects SET due_at = $2::timestamptz WHERE object_key = ANY($1::text[])",
        [keys, dueAt],
      );
    },
    async disown(keys, dueAt) {
      await db.execute(`${inserted} ON CONFLICT (object_key) DO UPDATE SET due_at = excluded.due_at`, [
        keys,
        dueAt,
      ]);
    },
    async lockDue(now, limit) {
      const rows = await db.query<{ object_key: string }>(due, [now, limit]);
      return rows.map(({ object_key }) => object_key);
    },
    async forget(keys) {
      await db.execute("DELETE FROM unowned_objects WHERE object_key = ANY($1::text[])", [keys]);
    },
  };
}

/** Takes objects over from the sweep; fails when one of them is gone already. */
export const owned = (keys: readonly string[]): Change => ({
  statement: "DELETE FROM unowned_objects WHERE object_key = ANY($1::text[]) RETURNING 1",
  values: [keys],
  rows: keys.length,
});
