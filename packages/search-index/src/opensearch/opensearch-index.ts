import { rulesOf, type SiteSettings } from "../embedded.ts";
import type { SearchIndex } from "../port.ts";
import { createFeed, type ReindexOptions } from "./feed.ts";
import { type Searched, scan, search } from "./search.ts";
import { createServer, type ServerOptions } from "./server.ts";
import { createSites } from "./sites.ts";
import { createState } from "./state.ts";

export { SearchIndexMoved, SearchIndexUnavailable } from "./errors.ts";
export type { ReindexOptions } from "./feed.ts";

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
  /**
   * Reads what other processes have stored: call it before a turn of changes. There is no cursor before the
   * first call.
   */
  reload(): Promise<void>;
  /** Sites whose index has not the present design, as of the last `reload`. */
  outdated(): string[];
  /**
   * Copies each index that has not the present design (analysis, mapping, shards) to its next version,
   * switches to that, and returns the sites. Searches are answered and changes applied meanwhile. It is for
   * one process at a time.
   */
  reindex(options?: ReindexOptions): Promise<string[]>;
}

/** An index on a server, which may be away: calls reject with `SearchIndexUnavailable` then. */
export function createOpenSearchIndex(options: OpenSearchOptions): OpenSearchIndex {
  const { prefix, settingsOf, replicas = 0, shards = 1 } = options;
  const server = createServer(options);
  const languageOf = (siteId: string) => settingsOf(siteId).language;
  const state = createState(server, prefix);
  const sites = createSites({
    server,
    prefix,
    settings: { replicas, shards },
    languageOf,
    next: state.next,
  });
  const feed = createFeed({ server, sites, state });
  const searched = remembered(
    (siteId): Searched => ({ server, index: sites.aliasOf(siteId), rules: rulesOf(settingsOf(siteId)) }),
  );
  return {
    apply: feed.apply,
    search: (query, page) => search(query, page, searched(query.siteId)),
    scan: (query, page) => scan(query, page, searched(query.siteId)),
    cursor: state.cursor,
    save: async () => undefined,
    health: () => ({ ...feed.size, cursor: state.cursor() }),
    reload: feed.reload,
    outdated: feed.outdated,
    reindex: (options = {}) => feed.reindex(options),
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
