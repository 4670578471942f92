import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { NewTitle } from "./category-models.repo.ts";
import { recentTitlesCapacity } from "./model/neighbors/recent-titles.ts";

/** What changed since a cursor. */
export interface PredictionNews {
  /** The cursor of the next call. */
  cursor: string;
  /** Model version by site. */
  models: Record<string, number>;
  /** Category tree stamp by site: it changes whenever the tree does. */
  trees: Record<string, string>;
  /**
   * Newly labeled titles, oldest first, of each site as many as its predictor keeps; at-least-once, so some
   * may repeat.
   */
  titles: NewTitle[];
}

export type PredictionFeedRepo = ReturnType<typeof createPredictionFeedRepo>;

// Transactions commit in another order than they begin, so the cursor is the oldest transaction still
// running: the next call reads again from there, and the reader drops repeats.
const news = `
  SELECT pg_snapshot_xmin(s)::text AS cursor,
    coalesce((SELECT json_object_agg(site_id, version) FROM category_models), '{}') AS models,
    coalesce((
      SELECT json_object_agg(site_id, concat_ws(' ', t.version, d.md5, d.created_at))
      FROM trees t FULL JOIN (SELECT * FROM tree_dumps WHERE with_attributes) d USING (site_id)
    ), '{}') AS trees,
    coalesce((
      SELECT json_agg(json_build_object('no', no, 'siteId', site_id, 'title', title, 'categoryId', category_id,
        'xid', xid::text) ORDER BY no)
      FROM (SELECT *, row_number() OVER (PARTITION BY site_id ORDER BY no DESC) AS place FROM labelled_titles
            WHERE $2 > 0 AND xid >= $1::text::xid8 AND xid < pg_snapshot_xmax(s)) latest
      WHERE place <= $2
    ), '[]') AS titles
  FROM pg_current_snapshot() s`;

export function createPredictionFeedRepo(db: CatalogDatabase) {
  return {
    /** What is new since a cursor; without one, the current state without titles. */
    async since(cursor: string | undefined) {
      const values = [cursor ?? "0", cursor === undefined ? 0 : recentTitlesCapacity];
      const [row] = await db.queryUnprepared<PredictionNews>(news, values);
      if (!row) throw new Error("a query without a table gives one row");
      return row;
    },
  };
}
