import type { CatalogDatabase } from "@marketplace/database/catalog";

/** A picture that its seller added apart from items. */
export interface StoredPicture {
  id: string;
  /** Where it is. */
  source: string;
}

interface NewPicture {
  sellerId: number;
  siteId: string;
  source: string;
  at: Date;
}

const inserted = `
  INSERT INTO pictures (id, seller_id, source, created_at)
  SELECT lpad((random() * 999999)::int::text, 6, '0') || '-' || $2 || nextval('picture_numbers') || '_'
      || to_char($4::timestamptz, 'MMYYYY'), $1, $3, $4
  RETURNING id, source`;

export type PicturesRepo = ReturnType<typeof createPicturesRepo>;

export function createPicturesRepo(db: CatalogDatabase) {
  return {
    async add({ sellerId, siteId, source, at }: NewPicture): Promise<StoredPicture> {
      const [picture] = await db.query<{ id: string; source: string }>(inserted, [
        sellerId,
        siteId,
        source,
        at,
      ]);
      if (!picture) throw new Error("an insert gives its row");
      return picture;
    },
    async find(id: string): Promise<StoredPicture | undefined> {
      const found = await db.query<{ id: string; source: string }>(
        "SELECT id, source FROM pictures WHERE id = $1",
        [id],
      );
      return found[0];
    },
    /** The sources of those ids that are the seller's. */
    async sourcesOf(sellerId: number, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (ids.length === 0) return new Map();
      const found = await db.query<{ id: string; source: string }>(
        "SELECT id, source FROM pictures WHERE seller_id = $1 AND id = ANY ($2)",
        [sellerId, ids],
      );
      return new Map(found.map(({ id, source }) => [id, source]));
    },
  };
}
