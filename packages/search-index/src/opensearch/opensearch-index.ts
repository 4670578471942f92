import { rulesOf, type SiteSettings } from "../embedded.ts";
import type { SearchIndex } from "../port.ts";
import { createFeed } from "./feed.ts";
import { type Searched, scan, search } from "./search.ts";
import { createServer, type ServerOptions } from "./server.ts";
import { createSites } from "./sites.ts";
import { createState } from "./state.ts";

export { SearchIndexMoved, SearchIndexUnavailable } from "./errors.ts";

export interface OpenSearchOptions extends ServerOptions {
  /** Begins the names of all indices: `market` makes `market-mla-1` with the alias `market-mla`. */
  prefix: string;
  settingsOf(siteId: string): SiteSettings;
  /** Copies of each index beside the first. */
  replicas?: number;
  shards?: number;
}

/** A search index on a server, which several processes share. One of them at a time feeds it. */
export interface OpenSearchIndex extends SearchIndex {
  /** Reads the cursor that another process has stored: a process that takes over continues from there. */
  reload(): Promise<void>;
  /**
   * Copies each index that has not the present design (analysis, mapping, shards) to its next version, and
   * switches to that. `force` copies all. Searches are answered and changes applied meanwhile.
   */
  reindex(options?: { force?: boolean }): Promise<void>;
}

/** Connects to a server, which has to be there. Rejects with `SearchIndexUnavailable` if it is not. */
export async function createOpenSearchIndex(options: OpenSearchOptions): Promise<OpenSearchIndex> {
  const { prefix, settingsOf, replicas = 0, shards = 1 } = options;
  const server = createServer(options);
  const languageOf = (siteId: string) => settingsOf(siteId).language;
  const sites = createSites({ server, prefix, settings: { replicas, shards }, languageOf });
  const state = createState(server, prefix);
  const feed = createFeed({ server, sites, state });
  const searched = remembered(
    (siteId): Searched => ({ server, index: sites.aliasOf(siteId), rules: rulesOf(settingsOf(siteId)) }),
  );
  await feed.load().catch(async (error: unknown) => {
    await feed.close();
    throw error;
  });
  return {
    apply: feed.apply,
    search: (query, page) => search(query, page, searched(query.siteId)),
    scan: (query, page) => scan(query, page, searched(query.siteId)),
    cursor: state.cursor,
    save: async () => undefined,
    health: () => ({ ...feed.size, cursor: state.cursor() }),
    reload: feed.load,
    reindex: ({ force = false } = {}) => feed.reindex({ force }),
    close: feed.close,
  };
}

function remembered<T>(make: (siteId: string) => T): (siteId: string) => T {
  const made = new Map<string, T>();
  return (siteId) => {
    const value = made.get(siteId) ?? make(siteId);
    made.set(siteId, value);
    return value;
  };
}
