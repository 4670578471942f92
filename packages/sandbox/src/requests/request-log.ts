import { perWorld } from "../world.ts";
import type { Recorded } from "./recorded.ts";
import { recordingRate } from "./recording-rate.ts";
import { createUnserved } from "./unserved.ts";

export type RequestLog = ReturnType<typeof createRequestLog>;

const standard = { capacity: 10_000, bodyBudget: 8 * 1024 * 1024, perSecond: 1000 };

/**
 * The latest requests of a world. All bodies together have a budget: beyond it the oldest are given up, and
 * their requests stay. A burst as large as the log is recorded whole; in the long run `perSecond` are.
 */
export function createRequestLog({ capacity, bodyBudget, perSecond } = standard) {
  const ring: Recorded[] = [];
  const listeners = new Set<(recorded: Recorded) => void>();
  const unserved = createUnserved();
  const hasRoom = recordingRate({ burst: capacity, perSecond });
  let skipped = 0;
  let count = 0;
  /** Requests before this number have no bodies any more. */
  let bodiesFrom = 0;
  let kept = 0;

  function dropOldestBodies(): void {
    const oldest = ring[bodiesFrom % capacity];
    bodiesFrom += 1;
    kept -= oldest?.kept ?? 0;
    oldest?.dropBodies();
  }

  return {
    unserved,
    /** Whether the next request is to be recorded. */
    admits(): boolean {
      if (hasRoom()) return true;
      skipped += 1;
      return false;
    },
    /** How many requests were not recorded. */
    get skipped(): number {
      return skipped;
    },
    add(recorded: Recorded): void {
      if (bodiesFrom === count - capacity) dropOldestBodies();
      ring[count % capacity] = recorded;
      count += 1;
      kept += recorded.kept;
      while (kept > bodyBudget && bodiesFrom < count - 1) dropOldestBodies();
      unserved.note(recorded);
      for (const tell of listeners) tell(recorded);
    },
    /** Newest first. */
    *latest(): Generator<Recorded> {
      for (let number = count - 1; number >= Math.max(0, count - capacity); number--) {
        const recorded = ring[number % capacity];
        if (recorded) yield recorded;
      }
    },
    /** The newest of this id: clients may choose ids, and choose one twice. */
    find(id: string): Recorded | undefined {
      for (const recorded of this.latest()) if (recorded.id === id) return recorded;
      return undefined;
    },
    /** Tells of each request from now on; the result ends that. */
    follow(tell: (recorded: Recorded) => void): () => void {
      listeners.add(tell);
      return () => void listeners.delete(tell);
    },
  };
}

/** The requests of a world. */
export const requestsOf = perWorld(() => createRequestLog());
