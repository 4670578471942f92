import type { CatalogDatabase } from "@marketplace/database/catalog";
import { sinceModel } from "./labelled-titles.repo.ts";
import type { LabelledTitle } from "./model/features/training-set.ts";

/**
 * A labeled title as the feed reports it. A title whose label changes is reported again with another `xid`.
 */
export interface NewTitle extends LabelledTitle {
  no: number;
  siteId: string;
  /** The transaction that labeled it, in decimal. */
  xid: string;
}

/**
 * A site's trained model with the titles labeled since, oldest first. Before the first training the version
 * is 0 and there are no bytes.
 */
export interface StoredModel {
  version: number;
  /** See `deserializeModel`. */
  bytes: Uint8Array | undefined;
  recent: NewTitle[];
}

export interface NewModel {
  siteId: string;
  bytes: Uint8Array;
  /** Titles it was trained from. */
  titles: number;
  /** `LabelledTitlesRepo.horizon`, read before the training titles. */
  sinceXid: string;
  trainedAt: Date;
}

/** Metadata of a site's model. */
export interface ModelStamp {
  version: number;
  titles: number;
  trainedAt: Date;
}

export interface CategoryModelsRepo {
  stamp(siteId: string): Promise<ModelStamp | undefined>;
  /** The site's model with the latest titles it has not seen, at most `most`. */
  load(siteId: string, most: number): Promise<StoredModel>;
  /** Replaces the site's model and returns the new version. */
  save(model: NewModel): Promise<number>;
  /** Sites with leaf categories, in order. */
  sites(): Promise<string[]>;
  /** Runs `work` under the site's training lock; `undefined` when another process holds it. */
  alone<T>(siteId: string, work: () => Promise<T>): Promise<T | undefined>;
}

const recentTitles = `
  SELECT * FROM (
    SELECT t.no, t.site_id AS "siteId", t.title, t.category_id AS "categoryId", t.xid::text
    FROM labelled_titles t WHERE t.site_id = $1 AND t.xid >= (${sinceModel})
    ORDER BY t.no DESC LIMIT $2) latest
  ORDER BY no`;

const save = `
  INSERT INTO category_models AS m (site_id, version, bytes, titles, since_xid, trained_at)
  VALUES ($1, 1, $2, $3, $4::text::xid8, $5)
  ON CONFLICT (site_id) DO UPDATE SET version = m.version + 1, bytes = excluded.bytes, titles = excluded.titles,
    since_xid = excluded.since_xid, trained_at = excluded.trained_at
  RETURNING version`;

export function createCategoryModelsRepo(db: CatalogDatabase): CategoryModelsRepo {
  const { client, pool } = db;
  return {
    async stamp(siteId) {
      const select = { version: true, titles: true, trainedAt: true } as const;
      return (await client.categoryModel.findUnique({ where: { siteId }, select })) ?? undefined;
    },
    async load(siteId, most) {
      // The model is read first: a title that it learned in between may count twice, but none is lost.
      const model = await pool.query<{ version: number; bytes: Buffer }>(
        "SELECT version, bytes FROM category_models WHERE site_id = $1",
        [siteId],
      );
      const recent = (await pool.query<NewTitle>(recentTitles, [siteId, most])).rows;
      const [row] = model.rows;
      return { version: row?.version ?? 0, bytes: row?.bytes, recent };
    },
    async save({ siteId, bytes, titles, sinceXid, trainedAt }) {
      const values = [siteId, Buffer.from(bytes), titles, sinceXid, trainedAt];
      return (await pool.query<{ version: number }>(save, values)).rows[0]?.version ?? 0;
    },
    async sites() {
      const { rows } = await pool.query<{ id: string }>(
        "SELECT DISTINCT site_id AS id FROM categories WHERE is_leaf AND NOT retired ORDER BY 1",
      );
      return rows.map(({ id }) => id);
    },
    alone: (siteId, work) => db.tryWithLock(["category model", siteId], work),
  };
}
