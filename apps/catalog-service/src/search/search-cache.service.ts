import type { SystemClock } from "@marketplace/server";
import { candidates, type Matches } from "./matches.schema.ts";

const keptMs = 15_000;
const mostKept = 100;

/**
 * Remembers what large searches found for 15 s, so that their pages agree and their facets are counted once. A first page, and searches
 * with no more matches than candidates, are always answered from the present state.
 */
export interface LargeSearches {
  /** What `find` finds, `forAll` callers when it is to be kept; for a `further` page what it found for the one before. */
  through(
    { fingerprint, further }: { fingerprint: string; further: boolean },
    find: (forAll: boolean) => Promise<Matches>,
  ): Promise<Matches>;
}

/**
 * Where searches go to a replica, `replicated`, only a large one that comes again within 15 s is worth the look at the primary
 * that keeping takes: a replica may miss what others have changed.
 */
export function largeSearches(clock: SystemClock, { replicated = false } = {}): LargeSearches {
  const kept = new Map<string, { matches: Matches | undefined; until: number }>();
  return {
    async through({ fingerprint, further }, find) {
      const now = clock.monotonicMs();
      const known = kept.get(fingerprint);
      const present = known !== undefined && known.until > now;
      if (further && present && known.matches) return known.matches;
      const forAll = !replicated || (further && present);
      const matches = await find(forAll);
      if (matches.total <= candidates) {
        kept.delete(fingerprint);
        return matches;
      }
      // A first page from a replica is not for others; what others page through stays.
      if (!forAll && present) return matches;
      kept.delete(fingerprint);
      const oldest = kept.size >= mostKept ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(fingerprint, { matches: forAll ? matches : undefined, until: now + keptMs });
      return matches;
    },
  };
}
