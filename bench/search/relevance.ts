// Relevance of searches on judged sets, against baselines.

import { commonSynonyms, createEmbeddedIndex, type IndexedItem } from "@marketplace/search-index";
import { type Language, languages } from "@marketplace/search-index/languages";
import {
  judgedItems,
  judgedLanguages,
  ownJudgedSet,
  readJudgedSet,
  relevanceFor,
  relevanceOfIndex,
} from "@marketplace/search-index/relevance";
import { wordsOf } from "@marketplace/search-index/words";
import MiniSearch from "minisearch";
import { commandLine } from "../../scripts/command-line.ts";
import { indexOnOpenSearch } from "./on-opensearch.ts";
import { fullTextOf } from "./postgres-full-text.ts";

const usage = `Usage: node search/relevance.ts [DIR] [--language es|pt|en] [--site-language es|pt|en] [--opensearch] [--json]

Prints NDCG@10, P@10 and queries without a result for our index, MiniSearch and Postgres full text, on the judged
set in DIR: documents.jsonl, queries.jsonl and ratings.jsonl (see README.md). Without DIR: on our own sets in
Spanish and Portuguese.

  --language       of the texts (en)
  --site-language  of the site in our index, if it is another one
  --opensearch     also our index on the server that OPENSEARCH_URL names, else on one of our own (Java, Maven)`;
const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: {
    language: { type: "string", default: "en" },
    "site-language": { type: "string" },
    opensearch: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
const languageOf = (name: string): Language => {
  if (name in languages) return name as Language;
  process.stderr.write(`${usage}\n`);
  process.exit(2);
};
const [folder] = positionals;
const sets =
  folder === undefined
    ? judgedLanguages.map((language) => ({ language, set: ownJudgedSet(language) }))
    : [{ language: languageOf(values.language), set: readJudgedSet(folder) }];

/** As its documentation sets it up for a shop: any word, prefixes, and a fifth of the letters may differ. */
function miniSearch(items: readonly IndexedItem[], language: Language): (text: string) => number[] {
  const { stem } = languages[language];
  const index = new MiniSearch<{ id: number }>({
    fields: ["title", "brandAndModel", "attributes", "category"],
    processTerm: (term) => wordsOf(term).map(stem).join("") || null,
    searchOptions: { boost: { title: 2 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(items.map(({ no, fields }) => ({ id: no, ...fields })));
  return (text) =>
    index
      .search(text)
      .slice(0, 10)
      .map(({ id }) => id);
}

const all = [];
for (const { language, set } of sets) {
  const items = judgedItems(set, "MLA");
  const siteLanguage = languageOf(values["site-language"] ?? language);
  const index = createEmbeddedIndex({
    settingsOf: () => ({ language: siteLanguage, synonyms: commonSynonyms[siteLanguage] }),
  });
  await using fullText = await fullTextOf(items, language);
  const rows = [
    { engine: "ours", ...(await relevanceOfIndex(index, set, "MLA")) },
    { engine: "MiniSearch", ...(await relevanceFor(set, miniSearch(items, language))) },
    { engine: "Postgres full text", ...(await relevanceFor(set, (text) => fullText.find(text))) },
  ];
  if (values.opensearch) {
    await using server = await indexOnOpenSearch(siteLanguage);
    rows.push({ engine: "ours on OpenSearch", ...(await relevanceOfIndex(server.index, set, "MLA")) });
  }
  all.push({ language, documents: items.length, rows });
}
if (values.json) process.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
else {
  for (const { language, documents, rows } of all) {
    process.stdout.write(`${language}: ${documents} documents, ${rows[0]?.queries} queries\n`);
    for (const { engine, ndcg, precision, zeroResults } of rows) {
      const figures = `NDCG@10 ${ndcg.toFixed(3)}  P@10 ${precision.toFixed(3)}  zero results ${zeroResults}`;
      process.stdout.write(`  ${engine.padEnd(20)} ${figures}\n`);
    }
  }
}
