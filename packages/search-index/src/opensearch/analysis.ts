import { createHash } from "node:crypto";
import { k1, lengthNormalization } from "../bm25f.ts";
import { type Language, singularRules } from "../languages.ts";

export interface IndexSettings {
  replicas: number;
  shards: number;
}

/** Rewrites an ending. The `_` after it keeps later rules off, which end with `$`; `unmark` removes it. */
const rewrite = (pattern: string, replacement: string) => ({
  type: "pattern_replace",
  pattern,
  replacement: `${replacement}_`,
});

const snowball: Record<Language, string> = { es: "spanish", pt: "portuguese", en: "english" };

const folded = ["lowercase", "asciifolding"];

function analysis(language: Language) {
  const rules = singularRules[language].map(
    ([pattern, to], at) => [`singular_${at}`, rewrite(pattern, to)] as const,
  );
  return {
    tokenizer: { runs: { type: "pattern", pattern: "[^\\p{L}\\p{N}]+" } },
    filter: {
      ...Object.fromEntries(rules),
      unmark: { type: "pattern_replace", pattern: "_$", replacement: "" },
      stems: { type: "stemmer", language: snowball[language] },
      neighbors: {
        type: "shingle",
        min_shingle_size: 2,
        max_shingle_size: 2,
        output_unigrams: false,
        token_separator: "_",
      },
      // Two numbers are not one: `12 8 GB` is no 128 GB.
      no_numbers: { type: "pattern_replace", pattern: "^.*\\d_\\d.*$", replacement: "" },
      join: { type: "pattern_replace", pattern: "_", replacement: "" },
      masculine: { type: "pattern_replace", pattern: "a$", replacement: "o" },
      not_empty: { type: "length", min: 1 },
    },
    analyzer: {
      words: { tokenizer: "runs", filter: folded },
      stems: { tokenizer: "runs", filter: [...folded, ...rules.map(([name]) => name), "unmark", "stems"] },
      // Light stems, see `languages.ts`; English has the full ones here, too.
      inflected: {
        tokenizer: "runs",
        filter:
          language === "en"
            ? [...folded, "stems"]
            : [...folded, ...rules.map(([name]) => name), "unmark", "masculine"],
      },
      joined: { tokenizer: "runs", filter: [...folded, "neighbors", "no_numbers", "join", "not_empty"] },
    },
  };
}

/**
 * Text as it stands, by its stems, without number and gender, and with neighboring words joined
 * (`smart watch` as `smartwatch`).
 */
function text(similarity: string, norms: boolean) {
  const field = (analyzer: string) => ({ type: "text", similarity, norms, analyzer });
  const joined = { ...field("joined"), search_analyzer: "words" };
  const fields = { stems: field("stems"), inflected: field("inflected"), joined };
  return { ...field("words"), fields };
}

/** Norms, the lengths of fields, count where the length is the seller's choice: in title and attributes. */
const properties = {
  no: { type: "long" },
  seller: { type: "long", doc_values: false },
  /** In cents. */
  price: { type: "long" },
  keys: { type: "keyword", eager_global_ordinals: true },
  title: { ...text("title", true), copy_to: "any" },
  brandAndModel: { ...text("title", false), copy_to: "any" },
  attributes: { ...text("attributes", true), copy_to: "any" },
  category: { ...text("title", false), copy_to: "any" },
  /** All texts: what decides whether an item matches, and whose words the spelling knows. */
  any: text("title", false),
};

/** What an index is created with. By `_meta.design`, a hash of it, indexes of an older design are found. */
export function indexBody(siteId: string, language: Language, { replicas, shards }: IndexSettings) {
  const design = {
    analysis: analysis(language),
    similarity: {
      title: { type: "BM25", k1, b: lengthNormalization.title },
      attributes: { type: "BM25", k1, b: lengthNormalization.attributes },
    },
    properties,
    shards,
  };
  const settings = {
    number_of_shards: shards,
    number_of_replicas: replicas,
    // What writes to the index refreshes it; this is for what somebody else wrote.
    refresh_interval: "30s",
    max_shingle_diff: 3,
    analysis: design.analysis,
    similarity: design.similarity,
  };
  const fingerprint = createHash("sha256").update(JSON.stringify(design)).digest("hex").slice(0, 16);
  return {
    settings: { index: settings },
    mappings: { dynamic: "strict", _meta: { siteId, design: fingerprint }, properties },
  };
}
