import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { OpenSearchIndex } from "@marketplace/search-index/opensearch";
import { createSerial } from "@marketplace/server";

/** How those who change a search index take turns. */
export interface IndexTurns {
  /** Runs work when nobody else changes the index. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Reads the cursor that others have stored. */
  reload(): Promise<void>;
  /** Runs work of many turns, unless another process does it: then it returns `undefined`. */
  lead<T>(work: () => Promise<T>): Promise<T | undefined>;
}

/** An index of this process alone. */
export const turnsAlone = (): IndexTurns => ({
  inTurn: createSerial(),
  reload: async () => {},
  lead: (work) => work(),
});

const lock = "SELECT pg_advisory_xact_lock(hashtext('search index'), hashtext('turn'))";
/** A turn waits for those of others, reads a block of items, and waits for the server to apply it. */
const turnTimeout = 60_000;

/**
 * An index that several processes change, in turns by an advisory lock. A process that loses the lock in its
 * turn, as when Postgres fails over, writes nothing that outlasts later turns: the driver sees to that.
 */
export function turnsOfProcesses(db: CatalogDatabase, index: Pick<OpenSearchIndex, "reload">): IndexTurns {
  const serial = createSerial();
  return {
    inTurn: (work) =>
      serial(() =>
        db.transaction(
          async () => {
            await db.query(lock);
            return await work();
          },
          { timeout: turnTimeout },
        ),
      ),
    reload: index.reload,
    lead: (work) => db.tryWithLock(["search index", "lead"], work),
  };
}
