import { DatabaseSync } from "node:sqlite";
import { type Found, type IndexedItem, priceRanges } from "@marketplace/search-index";
import { languages } from "@marketplace/search-index/languages";
import { wordsOf } from "@marketplace/search-index/words";
import type { Contender } from "./contenders.ts";

const { stem } = languages.es;
const stems = (text: string): string => wordsOf(text).map(stem).join(" ");

const schema = `
  PRAGMA journal_mode = WAL;
  CREATE VIRTUAL TABLE texts USING fts5(title, brand, attributes, category, content = '');
  CREATE TABLE items (no INTEGER PRIMARY KEY, price REAL);
  CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
  CREATE TABLE keys (no INTEGER, key INTEGER, PRIMARY KEY (no, key)) WITHOUT ROWID;`;

/** SQLite as Node has it, in a file, with FTS5 over stems. Four statements a search. */
export function sqlite(folder: string): Contender {
  const db = new DatabaseSync(`${folder}/items.sqlite`);
  db.exec(schema);
  const insert = {
    text: db.prepare("INSERT INTO texts (rowid, title, brand, attributes, category) VALUES (?, ?, ?, ?, ?)"),
    item: db.prepare("INSERT INTO items VALUES (?, ?)"),
    name: db.prepare("INSERT INTO names (name) VALUES (?) ON CONFLICT DO NOTHING"),
    key: db.prepare("INSERT INTO keys SELECT ?, id FROM names WHERE name = ?"),
  };
  const page = db.prepare(
    "SELECT rowid AS no FROM texts WHERE texts MATCH ? ORDER BY bm25(texts, 2, 1.2, 0.7, 1), rowid DESC LIMIT 50",
  );
  const matched = "no IN (SELECT rowid FROM texts WHERE texts MATCH ?)";
  const facets = db.prepare(
    `SELECT name, n FROM (SELECT key, count(*) AS n FROM keys WHERE ${matched} GROUP BY key) JOIN names ON id = key`,
  );
  const size = db.prepare(
    "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
  );
  const prices = db.prepare(`SELECT price FROM items WHERE ${matched}`);
  return {
    bytesOnDisk: () => Number(size.get()?.bytes),
    put: async (more) => {
      db.exec("BEGIN");
      for (const { no, fields, price, keys } of more as IndexedItem[]) {
        const { title, brandAndModel, attributes, category } = fields;
        insert.text.run(no, stems(title), stems(brandAndModel), stems(attributes), stems(category));
        insert.item.run(no, price);
        for (const key of new Set(keys)) {
          insert.name.run(key);
          insert.key.run(no, key);
        }
      }
      db.exec("COMMIT");
    },
    find: async (text) => {
      const words = wordsOf(text)
        .map((word) => `"${stem(word)}"`)
        .join(" ");
      const keys: Found["keys"] = {};
      for (const { name, n } of facets.all(words)) keys[`${name}`] = Number(n);
      const all = prices.all(words);
      const priced = all.flatMap(({ price }) => (price === null ? [] : [Number(price)]));
      return {
        total: all.length,
        numbers: page.all(words).map(({ no }) => Number(no)),
        keys,
        prices: priceRanges(Float64Array.from(priced)),
      };
    },
  };
}
