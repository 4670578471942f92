import type { CatalogDatabase } from "@marketplace/database/catalog";
import { sinceModel } from "./labeled-titles.repo.ts";
import type { LabeledTitle } from "./model/features/training-set.ts";

/** A labeled title of the feed; when its label changes it is reported again with another `xid`. */
export interface NewTitle extends LabeledTitle {
  no: number;
  siteId: string;
  /** The transaction that labeled it, in decimal. */
  xid: string;
}

interface NewModel {
  siteId: string;
  bytes: Uint8Array;
  /** Titles it was trained from. */
  titles: number;
  /** `LabeledTitlesRepo.horizon`, read before the training titles. */
  sinceXid: string;
  trainedAt: Date;
}

export type CategoryModelsRepo = ReturnType<typeof createCategoryModelsRepo>;

const recentTitles = `
  SELECT * FROM (
    SELECT t.no, t.site_id AS "siteId", t.title, t.category_id AS "categoryId", t.xid::text
    FROM labelled_titles t WHERE t.site_id = $1 AND t.xid >= (${sinceModel})
    ORDER BY t.no DESC LIMIT $2) latest
  ORDER BY no`;

interface StoredModel {
  version: number;
  /** SHA-256 of the bytes. */
  digest: string;
  bytes: Buffer | undefined;
}

const stampOfModel = `
  SELECT version, encode(sha256(bytes), 'hex') AS digest FROM category_models WHERE site_id = $1`;
const wholeModel = `
  SELECT version, encode(sha256(bytes), 'hex') AS digest, bytes FROM category_models WHERE site_id = $1`;

const save = `
  INSERT INTO category_models AS m (site_id, version, bytes, titles, since_xid, trained_at)
  VALUES ($1, 1, $2, $3, $4::text::xid8, $5)
  ON CONFLICT (site_id) DO UPDATE SET version = m.version + 1, bytes = excluded.bytes, titles = excluded.titles,
    since_xid = excluded.since_xid, trained_at = excluded.trained_at
  RETURNING version`;

export function createCategoryModelsRepo(db: CatalogDatabase) {
  return {
    /** When and from how many titles the site's model was trained. */
    async stamp(siteId: string) {
      const select = { version: true, titles: true, trainedAt: true } as const;
      return (await db.current().categoryModel.findUnique({ where: { siteId }, select })) ?? undefined;
    },
    /**
     * The site's model (see `deserializeModel`) with the latest titles it has not seen, at most `most`, the
     * oldest first. Before the first training the version is 0 and there are no bytes; nor are there of a
     * model that the caller knows by its digest.
     */
    async load(siteId: string, most: number, isKnown: (digest: string) => boolean = () => false) {
      // The model is read first: a title that it learned in between may count twice, but none is lost.
      const [stamp] = await db.query<Omit<StoredModel, "bytes">>(stampOfModel, [siteId]);
      const [model] =
        stamp && isKnown(stamp.digest)
          ? [{ ...stamp, bytes: undefined }]
          : await db.query<StoredModel>(wholeModel, [siteId]);
      const recent = await db.queryUnprepared<NewTitle>(recentTitles, [siteId, most]);
      return { version: model?.version ?? 0, digest: model?.digest, bytes: model?.bytes, recent };
    },
    /** Replaces the site's model and returns the new version. */
    async save({ siteId, bytes, titles, sinceXid, trainedAt }: NewModel): Promise<number> {
      const values = [siteId, Buffer.from(bytes), titles, sinceXid, trainedAt];
      return (await db.query<{ version: number }>(save, values))[0]?.version ?? 0;
    },
    /** Sites with leaf categories, in order. */
    async sites() {
      const named = "SELECT DISTINCT site_id AS id FROM categories WHERE is_leaf AND NOT retired ORDER BY 1";
      return (await db.query<{ id: string }>(named)).map(({ id }) => id);
    },
    /** Runs `work` under the site's training lock; `undefined` when another process holds it. */
    alone: <T>(siteId: string, work: () => Promise<T>) => db.tryWithLock(["category model", siteId], work),
  };
}
