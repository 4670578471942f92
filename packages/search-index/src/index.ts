export { createEmbeddedIndex, type EmbeddedIndexOptions, type SiteSettings } from "./embedded.ts";
export type { Language } from "./languages.ts";
export type { Found, IndexedItem, IndexQuery, IndexSort, SearchIndex } from "./port.ts";
export { priceRanges } from "./price-ranges.ts";
export { commonSynonyms } from "./synonyms.ts";
export { titleParts } from "./title-parts.ts";
