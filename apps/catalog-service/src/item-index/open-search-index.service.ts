import type { CatalogDatabase } from "@marketplace/database/catalog";
import { commonSynonyms, createEmbeddedIndex, type SearchIndex } from "@marketplace/search-index";
import type { OpenSearchIndex } from "@marketplace/search-index/opensearch";
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
export const openEmbeddedIndex = (folder: string | undefined, languages?: SearchLanguages): SearchIndex =>
  createEmbeddedIndex({
    folder,
    settings: JSON.stringify(languages ?? {}),
    settingsOf: settingsFor(languages),
  });

/** Opens the index that SEARCH_DRIVER names; a server may be away. */
export async function openSearchIndex(config: Config, db: CatalogDatabase): Promise<OpenedSearchIndex> {
  const { searchDriver, searchIndexDir, searchLanguages } = config;
  if (searchDriver === "embedded") {
    const index = openEmbeddedIndex(searchIndexDir, searchLanguages);
    return { index, turns: turnsAlone(), onServer: undefined };
  }
  // A process with an index of its own does not load the client.
  const { createOpenSearchIndex } = await import("@marketplace/search-index/opensearch");
  const { opensearchUsername: username, opensearchPassword: password } = config;
  const index = createOpenSearchIndex({
    nodes: config.opensearchUrl ?? [],
    auth: username && password ? { username, password } : undefined,
    ca: config.opensearchCa,
    prefix: config.opensearchPrefix,
    replicas: config.opensearchReplicas,
    settingsOf: settingsFor(searchLanguages),
  });
  return { index, turns: turnsOfProcesses(db, index), onServer: index };
}
