// Relevance of searches on a judged set, against baselines.

import { createEmbeddedIndex, type IndexedItem } from "@marketplace/search-index";
import { type Language, languages } from "@marketplace/search-index/languages";
import { wordsOf } from "@marketplace/search-index/words";
import MiniSearch from "minisearch";
import { commandLine } from "../../scripts/command-line.ts";
import { type JudgedSet, readJudgedSet, relevanceOf } from "./judged.ts";
import { fullTextOf } from "./postgres-full-text.ts";

const usage = `Usage: node search/relevance.ts DIR [--language es|pt|en] [--json]

Prints NDCG@10, P@10 and queries without a result on the judged set in DIR: documents.jsonl, queries.jsonl and
ratings.jsonl (see README.md), for our index, MiniSearch and Postgres full text.`;
const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: { language: { type: "string", default: "en" }, json: { type: "boolean", default: false } },
});
const isLanguage = (name: string): name is Language => name in languages;
const [folder] = positionals;
if (folder === undefined || !isLanguage(values.language)) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

type Find = (text: string) => Promise<string[]>;

const set = readJudgedSet(folder);
const items = set.documents.map(
  ({ title, brand = "", attributes = "", category = "" }, index): IndexedItem => ({
    no: index + 1,
    siteId: "MLA",
    sellerId: 1,
    price: null,
    keys: [],
    fields: { title, brandAndModel: brand, attributes, category },
  }),
);

async function ours(language: Language): Promise<Find> {
  const index = createEmbeddedIndex({ settingsOf: () => ({ language }) });
  await index.apply({ put: items, remove: [], cursor: "" });
  const page = { sort: "relevance", offset: 0, limit: 10 } as const;
  return async (text) => idsOf(set, (await index.search({ siteId: "MLA", text, keys: [] }, page)).numbers);
}

/** As its documentation sets it up for a shop: any word, prefixes, and a fifth of the letters may differ. */
function miniSearch(language: Language): Find {
  const { stem } = languages[language];
  const index = new MiniSearch<{ id: number }>({
    fields: ["title", "brandAndModel", "attributes", "category"],
    processTerm: (term) => wordsOf(term).map(stem).join("") || null,
    searchOptions: { boost: { title: 2 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(items.map(({ no, fields }) => ({ id: no, ...fields })));
  return async (text) =>
    idsOf(
      set,
      index
        .search(text)
        .slice(0, 10)
        .map(({ id }) => id),
    );
}

const idsOf = ({ documents }: JudgedSet, numbers: readonly number[]): string[] =>
  numbers.map((no) => `${documents[no - 1]?.id}`);

async function relevance(engine: string, find: Find) {
  const found = new Map<string, string[]>();
  for (const { id, text } of set.queries) found.set(`${id}`, await find(text));
  return { engine, ...relevanceOf(set, found) };
}

await using fullText = await fullTextOf(items, values.language);
const rows = [
  await relevance("ours", await ours(values.language)),
  await relevance("MiniSearch", miniSearch(values.language)),
  await relevance("Postgres full text", async (text) => idsOf(set, await fullText.find(text))),
];
if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
else {
  process.stdout.write(`${items.length} documents, ${rows[0]?.queries} queries\n`);
  for (const { engine, ndcg, precision, zeroResults } of rows) {
    const figures = `NDCG@10 ${ndcg.toFixed(3)}  P@10 ${precision.toFixed(3)}  zero results ${zeroResults}`;
    process.stdout.write(`${engine.padEnd(20)} ${figures}\n`);
  }
}
