import { siteOfItem } from "@marketplace/database";
import type { Clock, Logger } from "@marketplace/server";
import type { Visit, VisitsRepo } from "./visits.repo.ts";

/** Visits that wait in memory: a read of an item only puts its visit here. */
export interface VisitCounter {
  record(itemId: string, userId: number): void;
  /** Stores what waits, in batches, until the signal aborts; what could not be stored waits on. */
  flush(signal?: AbortSignal): Promise<void>;
}

/** Some visits could not be stored; the others of the same call are. */
export class VisitsLeft extends Error {
  override readonly name = "VisitsLeft";
  readonly visits: readonly Visit[];
  constructor(visits: readonly Visit[], options: ErrorOptions) {
    super("visits could not be stored", options);
    this.visits = visits;
  }
}

interface CounterDeps {
  visits: Pick<VisitsRepo, "add">;
  clock: Clock;
  log: Logger;
}

/** The caller of a read without a token, who cannot be told from others. */
const anonymous = 0;
const hourMs = 3_600_000;
const batchSize = 2_000;
/** While a database cannot be reached visits beyond these are lost: memory is worth more. */
const maxWaiting = 50_000;

type Waiting = Map<string, Visit>;

function takeBatch(from: Waiting): Visit[] {
  const batch = from.entries().take(batchSize).toArray();
  for (const [key] of batch) from.delete(key);
  return batch.map(([, visit]) => visit);
}

export function createVisitCounter({ visits, clock, log }: CounterDeps): VisitCounter {
  const fresh: Waiting = new Map();
  // Beside the others, which are counted while the database of these is away.
  let unstored: Waiting = new Map();
  let lost = 0;
  const put = (into: Waiting, visit: Visit): void => {
    const key = `${visit.itemId} ${visit.userId} ${visit.hour.getTime()}`;
    if (into.size < maxWaiting || into.has(key)) into.set(key, visit);
    else lost += 1;
  };
  const putBack = (some: readonly Visit[]): void => {
    for (const visit of some) put(unstored, visit);
  };
  return {
    record(itemId, userId) {
      if (userId === anonymous) return;
      const hour = Math.floor(clock.now().getTime() / hourMs);
      put(fresh, { itemId, userId, hour: new Date(hour * hourMs) });
    },
    async flush(signal) {
      if (lost > 0) log.warn({ lost }, "visits of items were not counted: too many waited to be stored");
      lost = 0;
      const older = unstored;
      unstored = new Map();
      const away = new Set<string | undefined>();
      const isAway = ({ itemId }: Visit) => away.has(siteOfItem(itemId));
      const failed: Visit[] = [];
      let failure: VisitsLeft | undefined;
      try {
        while (!signal?.aborted && fresh.size + older.size > 0) {
          const batch = takeBatch(fresh.size > 0 ? fresh : older);
          // A database that hangs costs a timeout: it is tried once, so that others need not wait.
          putBack(batch.filter(isAway));
          const tried = batch.filter((visit) => !isAway(visit));
          try {
            if (tried.length > 0) await visits.add(tried);
          } catch (error) {
            failed.push(...(error instanceof VisitsLeft ? error.visits : tried));
            if (!(error instanceof VisitsLeft)) throw error;
            failure = error;
            for (const { itemId } of error.visits) away.add(siteOfItem(itemId));
          }
        }
      } finally {
        // Behind those that were not tried, which have their turn first the next time.
        putBack([...older.values(), ...failed]);
      }
      if (failure) throw failure;
    },
  };
}
