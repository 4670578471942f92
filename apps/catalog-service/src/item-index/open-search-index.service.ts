import { createEmbeddedIndex, type SearchIndex } from "@marketplace/search-index";
import { siteOf } from "../sites/sites.service.ts";

/** Opens the search index of this process with its last snapshot; without a folder nothing is saved. */
export const openSearchIndex = (folder: string | undefined): SearchIndex =>
  createEmbeddedIndex({ folder, settingsOf: (siteId) => ({ language: siteOf(siteId).language }) });
