import { createHash } from "node:crypto";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { LabeledTitle } from "./model/features/training-set.ts";

export type LabeledTitlesRepo = ReturnType<typeof createLabeledTitlesRepo>;

/** Titles of a site to read: at most `most`, but at least `minEach` of each category that has them. */
interface Amount {
  most: number;
  minEach: number;
}

const chunk = 2_000;

const categoriesAtOnce = 200;

/** Limits of what training reads into memory; it samples from that. */
const maxEach = 2_000;
const wholeSite: Amount = { most: 400_000, minEach: 50 };

const md5 = (title: string): string => createHash("md5").update(title).digest("hex");

// Ordered by hash, as the triggers do, so that two writers cannot deadlock.
const label = `
  INSERT INTO labelled_titles AS known (site_id, category_id, title, source)
  SELECT $1, t ->> 'categoryId', t ->> 'title', 'import'
  FROM jsonb_array_elements($2::jsonb) t ORDER BY t ->> 'hash'
  ON CONFLICT (site_id, md5(title)) DO UPDATE SET category_id = excluded.category_id, source = excluded.source,
    xid = excluded.xid, created_at = excluded.created_at
    WHERE known.category_id <> excluded.category_id`;

const latest = `
  SELECT t.title, t.category_id AS "categoryId"
  FROM unnest($1::text[]) c(id)
  CROSS JOIN LATERAL (SELECT * FROM labelled_titles WHERE category_id = c.id ORDER BY no DESC LIMIT $2) t`;

/**
 * Scalar subquery: the first transaction whose titles the model of site $1 has not seen. A model that was
 * restored into another database cluster may name a future transaction; all titles are unseen then, as
 * without a model.
 */
export const sinceModel = `
  SELECT coalesce(max(since_xid) FILTER (WHERE since_xid < pg_snapshot_xmax(pg_current_snapshot())), '0'::xid8)
  FROM category_models WHERE site_id = $1`;

// Counting a category's titles stops where the answer is known.
const changedCategory = `
  SELECT EXISTS (
    SELECT FROM (
      SELECT category_id AS id, count(*) AS unseen FROM labelled_titles
      WHERE site_id = $1 AND xid >= (${sinceModel}) GROUP BY category_id HAVING count(*) >= $2) c
    WHERE (SELECT count(*) FROM (SELECT FROM labelled_titles WHERE category_id = c.id LIMIT 2 * c.unseen + 1) t)
      <= 2 * c.unseen) AS changed`;

/** Labeled titles of the sites: of items (kept by triggers) and imported ones. */
export function createLabeledTitlesRepo(db: CatalogDatabase) {
  return {
    /** Stores imported titles; the last label of a title wins. Call it in a transaction: all or nothing. */
    async label(siteId: string, titles: readonly LabeledTitle[]): Promise<void> {
      const byTitle = new Map(titles.map((labeled) => [labeled.title, labeled]));
      const distinct = [...byTitle.values()]
        .map(({ title, categoryId }) => ({ title, categoryId, hash: md5(title) }))
        .sort((a, b) => (a.hash < b.hash ? -1 : 1));
      for (let from = 0; from < distinct.length; from += chunk) {
        const part = JSON.stringify(distinct.slice(from, from + chunk));
        await db.execute(label, [siteId, part]);
      }
    },
    /** Streams the latest titles of each leaf category, about as many as asked for. */
    async *forTraining(siteId: string, { most, minEach } = wholeSite) {
      const rows = await db.queryUnprepared<{ id: string }>(
        "SELECT id FROM categories WHERE site_id = $1 AND is_leaf AND NOT retired ORDER BY id",
        [siteId],
      );
      const ids = rows.map(({ id }) => id);
      const evenShare = Math.floor(most / Math.max(1, ids.length));
      const each = Math.min(maxEach, Math.max(minEach, evenShare));
      for (let from = 0; from < ids.length; from += categoriesAtOnce) {
        const part = ids.slice(from, from + categoriesAtOnce);
        yield* await db.queryUnprepared<LabeledTitle>(latest, [part, each]);
      }
    },
    /** The oldest running transaction: `forTraining` may miss titles of this and later ones. */
    async horizon() {
      const oldest = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid";
      return (await db.query<{ xid: string }>(oldest))[0]?.xid ?? "0";
    },
    /** The number of titles of a site. */
    async count(siteId: string) {
      const counted = "SELECT count(*) AS count FROM labelled_titles WHERE site_id = $1";
      return (await db.queryUnprepared<{ count: number }>(counted, [siteId]))[0]?.count ?? 0;
    },
    /** The number of titles that the site's model has not seen. */
    async unseen(siteId: string) {
      const [row] = await db.queryUnprepared<{ count: number }>(
        `SELECT count(*) AS count FROM labelled_titles WHERE site_id = $1 AND xid >= (${sinceModel})`,
        [siteId],
      );
      return row?.count ?? 0;
    },
    /** Whether the model has seen at most half of some category with at least `fewest` new titles. */
    async hasChangedCategory(siteId: string, fewest: number) {
      const [row] = await db.queryUnprepared<{ changed: boolean }>(changedCategory, [siteId, fewest]);
      return row?.changed ?? false;
    },
  };
}
