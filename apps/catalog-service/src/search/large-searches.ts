import type { Clock } from "@marketplace/conventions";
import { candidates, type Matches } from "./matches.ts";

const keptMs = 15_000;
const mostKept = 100;

/**
 * Remembers what large searches found for 15 s, so that their pages agree and their facets are counted once. Searches with
 * no more matches than candidates are always answered from the present state.
 */
export interface LargeSearches {
  through(fingerprint: string, find: () => Promise<Matches>): Promise<Matches>;
}

export function largeSearches(clock: Clock): LargeSearches {
  const kept = new Map<string, { matches: Matches; until: number }>();
  return {
    async through(fingerprint, find) {
      const now = clock.now().getTime();
      const known = kept.get(fingerprint);
      if (known && known.until > now) return known.matches;
      kept.delete(fingerprint);
      const matches = await find();
      if (matches.total <= candidates) return matches;
      const oldest = kept.size >= mostKept ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(fingerprint, { matches, until: now + keptMs });
      return matches;
    },
  };
}
