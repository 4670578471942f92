import { setTimeout as delay } from "node:timers/promises";
import type { OpenSearchIndex } from "../src/opensearch/opensearch-index.ts";
import type { Feeder, SeenOfChanges } from "./feeder.ts";

/** What clients saw while something was taken away. */
export interface Seen extends SeenOfChanges {
  searches: number;
  /** Searches that were not answered. */
  failed: string[];
  /** Searches with another total than before. */
  wrong: string[];
  /** Milliseconds of each search. */
  took: number[];
  /** The longest time without an answer to a search, in seconds. */
  gap: number;
}

export interface Load {
  stop(): Promise<Seen>;
}

interface Loaded {
  reader: OpenSearchIndex;
  feeder: Feeder;
  /** Words with the number of items that have them and that no change concerns. */
  totals: ReadonlyMap<string, number>;
  random: () => number;
}

export const sellerOfSteady = 1;
const searchers = 4;
const pauseMs = 30;

/** Four that search, one request at a time each, and one that feeds the index. */
export function startLoad({ reader, feeder, totals, random }: Loaded): Load {
  const seen: Seen = {
    searches: 0,
    failed: [],
    wrong: [],
    took: [],
    gap: 0,
    applied: 0,
    repeated: [],
    slowestChange: 0,
    stale: [],
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  const steady = [...totals];
  let answeredAt = performance.now();
  const answered = () => {
    const now = performance.now();
    seen.gap = Math.max(seen.gap, (now - answeredAt) / 1_000);
    answeredAt = now;
  };
  const search = async (): Promise<void> => {
    const [text, total] = steady[Math.floor(random() * steady.length)] ?? ["", 0];
    const startedAt = performance.now();
    seen.searches += 1;
    try {
      const query = { siteId: "MLA", text, keys: [], sellerId: sellerOfSteady };
      const found = await reader.search(query, { sort: "relevance", offset: 0, limit: 50 });
      answered();
      if (found.total !== total) seen.wrong.push(`${text}: ${found.total} instead of ${total}`);
    } catch (error) {
      seen.failed.push(`${text}: ${error} ${error instanceof Error ? (error.cause ?? "") : ""}`);
    }
    seen.took.push(performance.now() - startedAt);
  };
  const searching = async (): Promise<void> => {
    while (!signal.aborted) {
      await search();
      await delay(pauseMs * (0.5 + random()), undefined, { signal }).catch(() => {});
    }
  };
  const work = Promise.all([feeder.feed(seen, signal), ...Array.from({ length: searchers }, searching)]);
  // Its failure is that of `stop`.
  work.catch(() => {});
  return {
    async stop() {
      stopping.abort();
      await work;
      answered();
      return seen;
    },
  };
}
