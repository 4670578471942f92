import type { CatalogDatabase } from "@marketplace/database/catalog";

/** Which of a site's two dumps: with the attributes of every category, or without. */
export interface DumpKey {
  siteId: string;
  withAttributes: boolean;
}

/** A site's whole tree. `body` is gzip, `md5` (hex, as `X-Content-MD5` carries it) is of the JSON inside. */
export interface TreeDump {
  body: Buffer;
  md5: string;
  createdAt: Date;
}

export interface TreeDumpsRepo {
  find(key: DumpKey): Promise<TreeDump | undefined>;
  save(key: DumpKey, dump: TreeDump): Promise<void>;
  /** Saves it unless there is one by now; gives the one that there is. */
  saveFirst(key: DumpKey, dump: TreeDump): Promise<TreeDump>;
}

const inserted = `
  INSERT INTO tree_dumps (site_id, with_attributes, body, md5, created_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (site_id, with_attributes)`;
const replaced = "DO UPDATE SET body = excluded.body, md5 = excluded.md5, created_at = excluded.created_at";

/** The repository keeps the blobs it read: they change only with the tree, and their MD5 tells. */
export function treeDumpsRepo(db: CatalogDatabase): TreeDumpsRepo {
  const cached = new Map<string, TreeDump>();
  // Past Prisma, which would hold a blob of megabytes several times over.
  const insert = ({ siteId, withAttributes }: DumpKey, { body, md5, createdAt }: TreeDump, orElse: string) =>
    db.execute(`${inserted} ${orElse}`, [siteId, withAttributes, body, md5, createdAt]);
  const repo: TreeDumpsRepo = {
    async find({ siteId, withAttributes }) {
      const where = { siteId_withAttributes: { siteId, withAttributes } };
      const stamp = await db.current().treeDump.findUnique({ where, omit: { body: true } });
      if (!stamp) return undefined;
      const name = `${siteId} ${withAttributes}`;
      const known = cached.get(name);
      if (known?.md5 === stamp.md5 && known.createdAt.getTime() === stamp.createdAt.getTime()) return known;
      const row = await db.current().treeDump.findUnique({ where });
      if (!row) return undefined;
      const dump = { body: Buffer.from(row.body), md5: row.md5, createdAt: row.createdAt };
      cached.set(name, dump);
      return dump;
    },
    async save(key, dump) {
      await insert(key, dump, replaced);
    },
    async saveFirst(key, dump) {
      await insert(key, dump, "DO NOTHING");
      return (await repo.find(key)) ?? dump;
    },
  };
  return repo;
}
