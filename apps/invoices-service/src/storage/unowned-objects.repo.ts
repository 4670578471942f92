import type { InvoicesDatabase } from "@marketplace/database/invoices";

/**
 * Objects that no document owns. A key is written here, with a time at which it is due, before its object is; a document
 * takes it over by removing it in the statement that inserts the document. So every object is named by one of the two
 * tables at any moment, and a crash at any moment leaves an object that is swept once it is due.
 */
export interface UnownedObjectsRepo {
  /** Writes a key at once, whatever transaction is open. */
  announce(key: string, dueAt: Date): Promise<void>;
  /** Sets when keys are due that are still unowned: what a document owns meanwhile stays untouched. */
  reschedule(keys: readonly string[], dueAt: Date): Promise<void>;
  /** Leaves keys that lost their documents to the sweep, in the present transaction. */
  disown(keys: readonly string[], dueAt: Date): Promise<void>;
  /** Locks keys that are due, but those another replica sweeps, for the present transaction. */
  lockDue(now: Date, limit: number): Promise<string[]>;
  /** Forgets keys whose objects are gone, in the present transaction. */
  forget(keys: readonly string[]): Promise<void>;
}

// On a connection of its own, and named, so that Postgres plans it once per connection.
const announcement = {
  name: "announce_object",
  text: "INSERT INTO unowned_objects (object_key, due_at) VALUES ($1, $2::timestamptz)",
};

/** The repository over a database. */
export function createUnownedObjectsRepo(db: InvoicesDatabase): UnownedObjectsRepo {
  const table = () => db.current().unownedObject;
  const among = (keys: readonly string[]) => ({ objectKey: { in: [...keys] } });
  return {
    async announce(key, dueAt) {
      await db.pool.query({ ...announcement, values: [key, dueAt.toISOString()] });
    },
    async reschedule(keys, dueAt) {
      await table().updateMany({ where: among(keys), data: { dueAt } });
    },
    async disown(keys, dueAt) {
      await db.current().$executeRaw`
        INSERT INTO unowned_objects (object_key, due_at) SELECT key, ${dueAt} FROM unnest(${[...keys]}::text[]) AS key
        ON CONFLICT (object_key) DO UPDATE SET due_at = excluded.due_at`;
    },
    async lockDue(now, limit) {
      const rows = await db.current().$queryRaw<{ object_key: string }[]>`
        SELECT object_key FROM unowned_objects WHERE due_at <= ${now}
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
      return rows.map(({ object_key }) => object_key);
    },
    async forget(keys) {
      await table().deleteMany({ where: among(keys) });
    },
  };
}
