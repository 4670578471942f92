import { join } from "node:path";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import { commonSynonyms, createEmbeddedIndex, type SearchIndex } from "@marketplace/search-index";
import type { OpenSearchIndex } from "@marketplace/search-index/opensearch";
import type { Logger } from "@marketplace/server";
import type { Config } from "../config.ts";
import { siteOf } from "../sites/sites.service.ts";
import { type IndexTurns, turnsAlone, turnsOfProcesses } from "./index-turns.service.ts";
import type { SearchLanguages } from "./search-languages.schema.ts";

export interface OpenedSearchIndex {
  index: SearchIndex;
  turns: IndexTurns;
  /** Where the index is on a server, which processes share. */
  onServer: OpenSearchIndex | undefined;
}

/** A site is searched in its own language, unless SEARCH_LANGUAGES names another. */
const settingsFor =
  (languages: SearchLanguages = {}) =>
  (siteId: string) => {
    const language = languages[siteId] ?? siteOf(siteId).language;
    return { language, synonyms: commonSynonyms[language] };
  };

/** An index in this process with its last snapshot; without a folder nothing is saved. */
export const openEmbeddedIndex = (
  folder: string | undefined,
  languages?: SearchLanguages,
  log?: Logger,
): SearchIndex =>
  createEmbeddedIndex({
    folder,
    settings: JSON.stringify(languages ?? {}),
    settingsOf: settingsFor(languages),
    copyFailed: (err, site) => log?.warn({ err, site }, "a site of the search index could not be copied"),
  });

/** The indices of a process: home's, and one of each site that has a database of its own. */
export interface SearchIndices {
  /**
   * The index of a database: without a site home's. A site keeps its index when it moves to another database:
   * it answers until it has been built from that one.
   */
  open(db: CatalogDatabase, siteId?: string): OpenedSearchIndex;
  close(): Promise<void>;
}

interface Surroundings {
  log: Logger;
  searchTimeoutMs?: number | undefined;
}

/** Prepares the indices that SEARCH_DRIVER names; a server may be away. */
export async function searchIndices(config: Config, around: Surroundings): Promise<SearchIndices> {
  const open = await indexOpener(config, around);
  const opened = new Map<string | undefined, KeptIndex>();
  return {
    open(db, siteId) {
      const known = opened.get(siteId) ?? open(siteId);
      opened.set(siteId, known);
      return known.on(db);
    },
    async close() {
      await Promise.all([...opened.values()].map((each) => each.index.close()));
    },
  };
}

interface KeptIndex {
  index: SearchIndex;
  /** The same, for a process that follows a database. */
  on(db: CatalogDatabase): OpenedSearchIndex;
}

async function indexOpener(
  config: Config,
  { log, searchTimeoutMs: timeoutMs }: Surroundings,
): Promise<(siteId?: string) => KeptIndex> {
  const { searchDriver, searchIndexDir, searchLanguages } = config;
  if (searchDriver === "embedded")
    return (siteId = "") => {
      const folder = searchIndexDir && join(searchIndexDir, siteId);
      const index = openEmbeddedIndex(folder, searchLanguages, log);
      const turns = turnsAlone();
      return { index, on: () => ({ index, turns, onServer: undefined }) };
    };
  // A process with an index of its own does not load the client.
  const { createOpenSearchIndex } = await import("@marketplace/search-index/opensearch");
  const { opensearchUsername: username, opensearchPassword: password, opensearchPrefix } = config;
  return (siteId) => {
    const index = createOpenSearchIndex({
      nodes: config.opensearchUrl ?? [],
      auth: username && password ? { username, password } : undefined,
      ca: config.opensearchCa,
      // Not with a dash: home's own indices begin with the prefix and one.
      prefix: siteId === undefined ? opensearchPrefix : `${opensearchPrefix}_${siteId.toLowerCase()}`,
      replicas: config.opensearchReplicas,
      settingsOf: settingsFor(searchLanguages),
      timeoutMs,
    });
    return { index, on: (db) => ({ index, turns: turnsOfProcesses(db, index), onServer: index }) };
  };
}
