import { createCache } from "@marketplace/cache";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { Metrics } from "@marketplace/telemetry";

/** Each site has two dumps: with the attributes of every category and without. */
export interface DumpKey {
  siteId: string;
  withAttributes: boolean;
}

/** `body` is gzip; `md5` is of the JSON inside, in hex as in `X-Content-MD5`. */
export interface TreeDump {
  body: Buffer;
  md5: string;
  createdAt: Date;
}

export interface TreeDumpsRepo {
  find(key: DumpKey): Promise<TreeDump | undefined>;
  save(key: DumpKey, dump: TreeDump): Promise<void>;
  /** Saves the dump unless one exists by now; answers the stored one. */
  saveFirst(key: DumpKey, dump: TreeDump): Promise<TreeDump>;
}

const inserted = `
  INSERT INTO tree_dumps (site_id, with_attributes, body, md5, created_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (site_id, with_attributes)`;
const replaced = "DO UPDATE SET body = excluded.body, md5 = excluded.md5, created_at = excluded.created_at";

/** LRU cache of blobs, revalidated at every read by MD5 and time of creation. */
export function createTreeDumpsRepo(db: CatalogDatabase, metrics: Pick<Metrics, "cache">): TreeDumpsRepo {
  const cache = createCache<string, TreeDump>({ name: "tree-dumps", metrics, maxEntries: 100 });
  // Not through Prisma, which copies a blob of megabytes several times.
  const insert = ({ siteId, withAttributes }: DumpKey, { body, md5, createdAt }: TreeDump, orElse: string) =>
    db.execute(`${inserted} ${orElse}`, [siteId, withAttributes, body, md5, createdAt]);
  const repo: TreeDumpsRepo = {
    async find({ siteId, withAttributes }) {
      const where = { siteId_withAttributes: { siteId, withAttributes } };
      const stamp = await db.current().treeDump.findUnique({ where, omit: { body: true } });
      if (!stamp) return undefined;
      const name = `${siteId} ${withAttributes}`;
      const known = cache.get(name);
      if (known?.md5 === stamp.md5 && known.createdAt.getTime() === stamp.createdAt.getTime()) return known;
      const row = await db.current().treeDump.findUnique({ where });
      if (!row) return undefined;
      const dump = { body: Buffer.from(row.body), md5: row.md5, createdAt: row.createdAt };
      cache.set(name, dump);
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
