import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@marketplace/database/embedded";
import type { IndexedItem } from "@marketplace/search-index";
import type { Language } from "@marketplace/search-index/languages";
import pg from "pg";

const configurations: Record<Language, string> = { es: "spanish", pt: "portuguese", en: "english" };

const search = `
  SELECT no FROM documents, websearch_to_tsquery($1::regconfig, $2) query WHERE words @@ query
  ORDER BY ts_rank_cd(words, query, 1) DESC, no DESC LIMIT 10`;

/** Postgres full text as its manual sets it up: weights by field, cover density, all words. */
export async function fullTextOf(items: readonly IndexedItem[], language: Language) {
  const folder = mkdtempSync(join(tmpdir(), "bench-full-text-"));
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const client = new pg.Client(postgres.url("postgres"));
  await client.connect();
  await client.query("CREATE TABLE documents (no int PRIMARY KEY, words tsvector NOT NULL)");
  const fields = (of: (item: IndexedItem) => string) => items.map(of);
  await client.query(
    `INSERT INTO documents SELECT no, setweight(to_tsvector($1::regconfig, title), 'A')
       || setweight(to_tsvector($1::regconfig, brand), 'B') || setweight(to_tsvector($1::regconfig, category), 'C')
       || setweight(to_tsvector($1::regconfig, attributes), 'D')
     FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[]) d(no, title, brand, category, attributes)`,
    [
      configurations[language],
      items.map(({ no }) => no),
      fields((item) => item.fields.title),
      fields((item) => item.fields.brandAndModel),
      fields((item) => item.fields.category),
      fields((item) => item.fields.attributes),
    ],
  );
  return {
    find: async (text: string): Promise<number[]> => {
      const { rows } = await client.query<{ no: number }>(search, [configurations[language], text]);
      return rows.map(({ no }) => no);
    },
    async [Symbol.asyncDispose]() {
      await client.end();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
