import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { type CatalogDatabase, Prisma } from "@marketplace/database/catalog";
import type { PresentCategory } from "../categories/categories.schema.ts";
import { selectList } from "../columns.sql.ts";

/** The tree of a site before its last import. */
export interface TreeSnapshot {
  importedAt: Date;
  /** Changes of the tree after that import. */
  laterChanges: number;
  ids: string[];
}

/** Snapshots for `import undo`, one per site; call the writes in the transaction of the change. */
export interface TreeSnapshotsRepo {
  /** Replaces the site's snapshot with its present tree. `importedAt` is the time of the import. */
  take(siteId: string, importedAt: Date): Promise<void>;
  find(siteId: string): Promise<TreeSnapshot | undefined>;
  /** The categories of a snapshot in batches, retired ones too. */
  categories(siteId: string): AsyncGenerator<PresentCategory[]>;
  drop(siteId: string): Promise<void>;
}

/** Categories of one row, so that memory does not grow with the tree. */
const perPart = 200;

const fields = Object.values(Prisma.CategoryScalarFieldEnum);
const next = `
  SELECT ${selectList(fields)} FROM categories WHERE site_id = $1 AND id > $2 ORDER BY id LIMIT ${perPart}`;
const head = `
  SELECT imported_at AS "importedAt", (t.version - s.version)::bigint AS "laterChanges"
  FROM tree_snapshots s JOIN trees t USING (site_id) WHERE site_id = $1`;
const begin = `
  INSERT INTO tree_snapshots (site_id, imported_at, version)
  SELECT $1, $2, version FROM trees WHERE site_id = $1`;
const insertPart = "INSERT INTO tree_snapshot_parts (site_id, part, ids, body) VALUES ($1, $2, $3, $4)";
const allIds = "SELECT ids FROM tree_snapshot_parts WHERE site_id = $1 ORDER BY part";
const onePart = "SELECT body FROM tree_snapshot_parts WHERE site_id = $1 AND part = $2";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

export function createTreeSnapshotsRepo(db: CatalogDatabase): TreeSnapshotsRepo {
  const drop = async (siteId: string): Promise<void> => {
    await db.execute("DELETE FROM tree_snapshots WHERE site_id = $1", [siteId]);
  };
  return {
    async take(siteId, importedAt) {
      await drop(siteId);
      await db.execute(begin, [siteId, importedAt]);
      let after = "";
      for (let part = 0; ; part++) {
        const categories = await db.query<PresentCategory>(next, [siteId, after]);
        const last = categories.at(-1);
        if (!last) return;
        const body = await pack(JSON.stringify(categories));
        await db.execute(insertPart, [siteId, part, categories.map(({ id }) => id), body]);
        after = last.id;
      }
    },
    async find(siteId) {
      const [row] = await db.query<Omit<TreeSnapshot, "ids">>(head, [siteId]);
      if (!row) return undefined;
      const ids = await db.query<{ ids: string[] }>(allIds, [siteId]);
      return { ...row, ids: ids.flatMap((part) => part.ids) };
    },
    async *categories(siteId) {
      for (let part = 0; ; part++) {
        const [row] = await db.query<{ body: Buffer }>(onePart, [siteId, part]);
        if (!row) return;
        yield categoriesOf((await unpack(row.body)).toString());
      }
    },
    drop,
  };
}

/** `take` wrote the text, so it holds categories; JSON has no dates. */
const categoriesOf = (text: string): PresentCategory[] =>
  (JSON.parse(text) as (Omit<PresentCategory, "dateCreated"> & { dateCreated: string })[]).map(
    (category) => ({ ...category, dateCreated: new Date(category.dateCreated) }),
  );
