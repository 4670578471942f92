import type pg from "pg";
import { inShortAttempts } from "./short-attempts.ts";

/** Which questions move, and how. */
export interface QuestionsMove {
  readonly siteId: string;
  /** Questions that are moved at once: those who change one of them wait for all. */
  readonly batchSize?: number;
  /** Runs after each batch, with how many questions have been moved. */
  readonly moved?: (questions: number) => Promise<void>;
}

interface Ends {
  home: pg.Client;
  site: pg.Client;
}

interface Batch {
  /** The rows as JSON. */
  rows: string;
  ids: string[] | null;
}

const locked = `SELECT coalesce(json_agg(q), '[]')::text AS rows, array_agg(q.id::text ORDER BY q.id) AS ids
  FROM (SELECT * FROM questions WHERE site_id = $1 AND id > $2 ORDER BY id LIMIT $3 FOR UPDATE) AS q`;

// No trigger counts deletions: nothing else deletes questions.
const taken = `WITH gone AS (DELETE FROM questions WHERE id = ANY ($1::bigint[]) RETURNING seller_id, item_id, status, hidden)
  SELECT add_question_counts(seller_id, item_id, status, hidden, -n) FROM (
    SELECT seller_id, item_id, status, hidden, count(*) AS n FROM gone GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4) AS s`;

/** What an interrupted batch has left in the site's database gives way: home's row counts. */
const stored = (columns: readonly string[]) => `INSERT INTO questions (${columns.join(", ")})
  SELECT ${columns.join(", ")} FROM json_populate_recordset(NULL::questions, $1::json)
  ON CONFLICT (id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(", ")}`;

/** Moves the questions of a site in batches, and gives their number. Home gets no new ones of the site. */
export async function moveQuestions(
  { siteId, batchSize = 200, moved = async () => {} }: QuestionsMove,
  { home, site, columns }: Ends & { columns: readonly string[] },
): Promise<number> {
  const insert = stored(columns);
  let [count, last] = [0, "0"];
  for (;;) {
    const ids = await inShortAttempts(home, async () => {
      const { rows } = await home.query<Batch>(locked, [siteId, last, batchSize]);
      const [batch] = rows;
      if (!batch?.ids) return [];
      await site.query(insert, [batch.rows]);
      await home.query(taken, [batch.ids]);
      return batch.ids;
    });
    if (ids.length === 0) return count;
    count += ids.length;
    last = ids.at(-1) ?? last;
    await moved(count);
  }
}

/** Moves what is known of a site's closed items. */
export async function moveClosedItems(siteId: string, { home, site }: Ends): Promise<void> {
  const ofSite = `^${siteId}[0-9]+$`;
  for (;;) {
    const { rows } = await home.query<{ item_id: string }>(
      "SELECT item_id FROM closed_items WHERE item_id ~ $1 LIMIT 5000",
      [ofSite],
    );
    if (rows.length === 0) return;
    const ids = rows.map(({ item_id }) => item_id);
    await site.query("INSERT INTO closed_items SELECT unnest($1::text[]) ON CONFLICT DO NOTHING", [ids]);
    await home.query("DELETE FROM closed_items WHERE item_id = ANY ($1)", [ids]);
  }
}
