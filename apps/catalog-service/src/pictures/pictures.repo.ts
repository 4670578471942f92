import { RowsMissing } from "@marketplace/database";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import { owned } from "@marketplace/object-store";
import type { Image } from "./image-check.service.ts";
import { fileSource, filesFolder } from "./picture-links.rules.ts";

/** The file of an uploaded picture; `size` in bytes, `sha256` in hex, sides in pixels. */
export interface PictureFile extends Image {
  objectKey: string;
  size: number;
  sha256: string;
}

/** A picture that its seller added apart from items, or that an item has by its source. */
export interface StoredPicture {
  id: string;
  /** Where it is; a path of ours for an uploaded file. */
  source: string;
  /** Absent where the picture stays elsewhere. */
  file?: PictureFile | undefined;
}

interface NewPicture {
  sellerId: number;
  siteId: string;
  at: Date;
}

/** How long a file stays that no item shows. */
export const unusedMs = 48 * 3_600_000;

/** The sweep took the object before its picture existed. */
export class ObjectSwept extends Error {
  override readonly name = "ObjectSwept";
}

const numbered = `
  SELECT lpad((random() * 999999)::int::text, 6, '0') || '-' || $1 || nextval('picture_numbers') || '_'
      || to_char($2::timestamptz, 'MMYYYY') AS id`;
const inserted = `
  INSERT INTO pictures (id, seller_id, source, created_at, needed_at)
  VALUES ($1, $2, $3, $4::timestamptz, $4::timestamptz)`;
const insertedFile = `
  INSERT INTO pictures
    (id, seller_id, source, created_at, needed_at, object_key, content_type, size, sha256, width, height)
  VALUES ($1, $2, $3, $4::timestamptz, $4::timestamptz, $5, $6, $7::int, $8, $9::int, $10::int)`;
// In one order, so that two items with the same pictures cannot deadlock; once an hour is enough.
const needed = `
  UPDATE pictures SET needed_at = $2::timestamptz WHERE id IN (
    SELECT id FROM pictures WHERE id = ANY ($1::text[]) AND needed_at < $2::timestamptz - interval '1 hour'
    ORDER BY id FOR UPDATE)`;
// The conditions are those of the index items_picture_files_idx.
const filePath = `'$[*].url ? (@ starts with "${filesFolder}")'`;
const isShown = `EXISTS (SELECT FROM items WHERE jsonb_path_exists(pictures, ${filePath})
  AND jsonb_path_query_array(pictures, ${filePath}) @> jsonb_build_array(due.source))`;
export const removedUnused = `
  WITH due AS MATERIALIZED (
    SELECT id, source FROM pictures WHERE object_key IS NOT NULL AND needed_at <= $1::timestamptz
    ORDER BY needed_at LIMIT $3 FOR UPDATE SKIP LOCKED),
  checked AS MATERIALIZED (SELECT id, ${isShown} AS shown FROM due),
  kept AS (
    UPDATE pictures SET needed_at = $2::timestamptz FROM checked
    WHERE pictures.id = checked.id AND shown),
  removed AS (
    DELETE FROM pictures USING checked WHERE pictures.id = checked.id AND NOT shown
    RETURNING object_key)
  SELECT (SELECT count(*) FROM checked) AS found, ARRAY(SELECT object_key FROM removed) AS keys`;
const found = `
  SELECT id, source, object_key AS "objectKey", content_type AS "contentType", size, sha256, width, height
  FROM pictures WHERE id = $1`;
// Others can read and use ids that sellers choose: one is the reader's own, else that of the oldest item.
const ofItems = `
  WITH holders AS (
    SELECT no, seller_id, pictures FROM items
    WHERE jsonb_path_query_array(pictures, '$[*].id') @> jsonb_build_array($1::text))
  SELECT picture ->> 'url' AS source FROM holders, jsonb_array_elements(pictures) AS picture
  WHERE picture ->> 'id' = $1 AND seller_id = (
    SELECT seller_id FROM holders ORDER BY seller_id IS DISTINCT FROM $2::bigint, no LIMIT 1)
  ORDER BY no DESC LIMIT 1`;

type FileColumns = { [Name in keyof Omit<PictureFile, "extension">]: PictureFile[Name] | null };
type Row = FileColumns & { id: string; source: string };

export type PicturesRepo = ReturnType<typeof createPicturesRepo>;

export function createPicturesRepo(db: CatalogDatabase) {
  const nextId = async ({ siteId, at }: NewPicture): Promise<string> => {
    const [row] = await db.query<{ id: string }>(numbered, [siteId, at]);
    if (!row) throw new Error("a sequence gives its next number");
    return row.id;
  };
  return {
    async add(source: string, picture: NewPicture): Promise<StoredPicture> {
      const id = await nextId(picture);
      await db.execute(inserted, [id, picture.sellerId, source, picture.at]);
      return { id, source };
    },
    /** Adds an uploaded file and takes its object over; `ObjectSwept` when the sweep has begun with it. */
    async addFile(file: PictureFile, picture: NewPicture): Promise<StoredPicture> {
      const id = await nextId(picture);
      const source = fileSource(id, file.extension);
      const { objectKey, contentType, size, sha256, width, height } = file;
      const columns = [objectKey, contentType, size, sha256, width, height];
      const values = [id, picture.sellerId, source, picture.at, ...columns];
      try {
        await db.change([owned([objectKey]), { statement: insertedFile, values }]);
      } catch (error) {
        if (!(error instanceof RowsMissing)) throw error;
        throw new ObjectSwept("the object was swept before its picture existed", { cause: error });
      }
      return { id, source, file };
    },
    /** A picture by its id: one added by itself, or one that an item has; the reader's items come first. */
    async find(id: string, readerId?: number): Promise<StoredPicture | undefined> {
      const [row] = await db.query<Row>(found, [id]);
      if (row) return pictureOf(row);
      const [ofItem] = await db.query<{ source: string }>(ofItems, [id, readerId ?? null]);
      return ofItem && { id, source: ofItem.source };
    },
    /** Keeps files for their grace period from now on: an item that is being written may show them. */
    async need(ids: readonly string[], now: Date): Promise<void> {
      if (ids.length > 0) await db.execute(needed, [ids, now]);
    },
    /**
     * Looks at files that were not needed for their grace period: removes those that no item shows, and keeps
     * the others for another one. Gives how many there were, and the keys of the objects without an owner.
     */
    async removeUnused(now: Date, limit: number): Promise<{ found: number; keys: string[] }> {
      const before = new Date(now.getTime() - unusedMs);
      const [row] = await db.query<{ found: number; keys: string[] }>(removedUnused, [before, now, limit]);
      return row ?? { found: 0, keys: [] };
    },
    /** Those of the ids that are pictures of the seller. */
    async ofSeller(sellerId: number, ids: readonly string[]): Promise<ReadonlyMap<string, StoredPicture>> {
      if (ids.length === 0) return new Map();
      const rows = await db.query<Row>(
        found.replace("WHERE id = $1", "WHERE seller_id = $1 AND id = ANY ($2)"),
        [sellerId, ids],
      );
      return new Map(rows.map((row) => [row.id, pictureOf(row)]));
    },
  };
}

function pictureOf({ id, source, ...columns }: Row): StoredPicture {
  return { id, source, file: fileOf(columns) };
}

/** A check constraint says that either all columns of the file are set, or none. */
function fileOf({
  objectKey,
  contentType,
  size,
  sha256,
  width,
  height,
}: FileColumns): PictureFile | undefined {
  if (objectKey === null || contentType === null || sha256 === null) return undefined;
  const extension = contentType === "image/png" ? "png" : "jpg";
  return {
    objectKey,
    contentType,
    extension,
    size: size ?? 0,
    sha256,
    width: width ?? 0,
    height: height ?? 0,
  };
}
