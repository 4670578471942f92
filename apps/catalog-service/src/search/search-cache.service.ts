import { createCache } from "@marketplace/cache";
import type { SystemClock } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";
import { candidates, type Matches } from "./matches.schema.ts";

const ttlMs = 15_000;
const maxEntries = 100;

export type SearchCache = ReturnType<typeof createSearchCache>;

interface SearchCacheOptions {
  clock: SystemClock;
  metrics?: Pick<Metrics, "cache">;
  /** Whether searches read a replica: then only a repeated large search reads the primary. */
  replicated?: boolean;
}

/** `pending`: the matches came from a replica, which may lack changes of other callers. */
type Entry = Matches | "pending";

/**
 * LRU cache of the matches of large searches, so that the pages of one search agree and its facets are
 * counted once. A first page, and a search with no more matches than candidates, always reads the present
 * state.
 */
export function createSearchCache({ clock, metrics, replicated = false }: SearchCacheOptions) {
  const now = () => clock.monotonicMs();
  const cache = createCache<string, Entry>({ name: "large-searches", metrics, maxEntries, ttlMs, now });
  return {
    /** A `further` page takes what the page before found; results from the primary are cached. */
    async getOrFind(
      { fingerprint, further }: { fingerprint: string; further: boolean },
      find: (onPrimary: boolean) => Promise<Matches>,
    ): Promise<Matches> {
      const entry = further ? cache.get(fingerprint) : cache.peek(fingerprint);
      if (further && entry !== undefined && entry !== "pending") return entry;
      const onPrimary = !replicated || (further && entry !== undefined);
      const matches = await find(onPrimary);
      if (matches.total <= candidates) cache.delete(fingerprint);
      // A first page from a replica leaves the entry that other callers page through.
      else if (onPrimary || entry === undefined) cache.set(fingerprint, onPrimary ? matches : "pending");
      return matches;
    },
  };
}
