import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { NewTitle } from "./category-models.repo.ts";

/** What may have changed since a replica looked last. */
export interface PredictionNews {
  /** Ask from here the next time. */
  cursor: string;
  /** Versions of the models, by site. */
  models: Record<string, number>;
  /** Stamps of the category trees, by site: another stamp, another tree. */
  trees: Record<string, string>;
  /** Newly labelled titles, oldest first. Some may come twice. */
  titles: NewTitle[];
}

export interface PredictionFeedRepo {
  /** What is new since a cursor, or without one where things stand. */
  since(cursor: string | undefined): Promise<PredictionNews>;
}

/** More than these at once have no place beside a model anyway. */
const mostTitles = 5_000;

// Transactions commit in another order than they begin: all that were still running at the last look are asked for again.
const news = `
  SELECT pg_snapshot_xmin(s)::text AS cursor,
    coalesce((SELECT json_object_agg(site_id, version) FROM category_models), '{}') AS models,
    coalesce((SELECT json_object_agg(site_id, md5 || created_at) FROM tree_dumps WHERE with_attributes), '{}') AS trees,
    coalesce((
      SELECT json_agg(json_build_object('no', no, 'siteId', site_id, 'title', title, 'categoryId', category_id,
        'xid', xid::text) ORDER BY no)
      FROM (SELECT * FROM labelled_titles
            WHERE xid >= $1::text::xid8 AND xid < pg_snapshot_xmax(s) ORDER BY no DESC LIMIT $2) latest
    ), '[]') AS titles
  FROM pg_current_snapshot() s`;

export function createPredictionFeedRepo({ pool }: CatalogDatabase): PredictionFeedRepo {
  return {
    async since(cursor) {
      // Without a cursor no title is asked for: there is nothing yet that it could be new to.
      const values = [cursor ?? "0", cursor === undefined ? 0 : mostTitles];
      const [row] = (await pool.query<PredictionNews>(news, values)).rows;
      if (!row) throw new Error("a query without a table gives one row");
      return row;
    },
  };
}
