import type { Clock, Logger } from "@marketplace/server";
import type { Visit, VisitsRepo } from "./visits.repo.ts";

/** Visits that wait in memory: a read of an item only puts its visit here. */
export interface VisitCounter {
  record(itemId: string, userId: number): void;
  /** Stores what waits, in batches; what could not be stored waits on. */
  flush(): Promise<void>;
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
/** While the database cannot be reached visits beyond these are lost: memory is worth more. */
const mostWaiting = 50_000;

export function createVisitCounter({ visits, clock, log }: CounterDeps): VisitCounter {
  const waiting = new Map<string, Visit>();
  let lost = 0;
  const put = (key: string, visit: Visit): void => {
    if (waiting.size < mostWaiting || waiting.has(key)) waiting.set(key, visit);
    else lost += 1;
  };
  const take = (): [string, Visit][] => {
    const batch = waiting.entries().take(batchSize).toArray();
    for (const [key] of batch) waiting.delete(key);
    return batch;
  };
  return {
    record(itemId, userId) {
      if (userId === anonymous) return;
      const hour = Math.floor(clock.now().getTime() / hourMs);
      put(`${itemId} ${userId} ${hour}`, { itemId, userId, hour: new Date(hour * hourMs) });
    },
    async flush() {
      if (lost > 0) log.warn({ lost }, "visits of items were not counted: too many waited to be stored");
      lost = 0;
      for (let batch = take(); batch.length > 0; batch = take()) {
        try {
          await visits.add(batch.map(([, visit]) => visit));
        } catch (error) {
          for (const [key, visit] of batch) put(key, visit);
          throw error;
        }
      }
    },
  };
}
