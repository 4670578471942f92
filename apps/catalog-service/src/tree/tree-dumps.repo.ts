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
  /** The dump of the present tree; `undefined` when there is none, or only that of an earlier version. */
  find(key: DumpKey): Promise<TreeDump | undefined>;
  /** How often the site's tree has changed. */
  version(siteId: string): Promise<number>;
  /** Saves the dump of the present tree; call it in the transaction that changes the tree. */
  save(key: DumpKey, dump: TreeDump): Promise<void>;
  /** Saves the dump of a version unless there is one of this or a later version. */
  saveFirst(key: DumpKey, dump: TreeDump, version: number): Promise<void>;
}

const current = `
  FROM tree_dumps d LEFT JOIN trees t USING (site_id)
  WHERE site_id = $1 AND with_attributes = $2 AND d.version >= coalesce(t.version, 0)`;
const stamp = `SELECT md5, created_at AS "createdAt" ${current}`;
const whole = `SELECT md5, created_at AS "createdAt", body ${current}`;
const version = "SELECT coalesce(max(version), 0)::bigint AS version FROM trees WHERE site_id = $1";

const inserted = `
  INSERT INTO tree_dumps (site_id, with_attributes, body, md5, created_at, version)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (site_id, with_attributes) DO UPDATE
    SET body = excluded.body, md5 = excluded.md5, created_at = excluded.created_at, version = excluded.version`;

/** LRU cache of blobs, revalidated at every read by MD5 and time of creation. */
export function createTreeDumpsRepo(db: CatalogDatabase, metrics: Pick<Metrics, "cache">): TreeDumpsRepo {
  const cache = createCache<string, TreeDump>({ name: "tree-dumps", metrics, maxEntries: 100 });
  const versionOf = async (siteId: string): Promise<number> => {
    const [row] = await db.query<{ version: number }>(version, [siteId]);
    return row?.version ?? 0;
  };
  // Not through Prisma, which copies a blob of megabytes several times.
  const insert = (sql: string, key: DumpKey, dump: TreeDump, of: number) =>
    db.execute(sql, [key.siteId, key.withAttributes, dump.body, dump.md5, dump.createdAt, of]);
  return {
    async find({ siteId, withAttributes }) {
      const key = [siteId, withAttributes];
      const [present] = await db.query<Omit<TreeDump, "body">>(stamp, key);
      if (!present) return undefined;
      const name = `${siteId} ${withAttributes}`;
      const known = cache.get(name);
      if (known?.md5 === present.md5 && known.createdAt.getTime() === present.createdAt.getTime())
        return known;
      const [dump] = await db.query<TreeDump>(whole, key);
      if (dump) cache.set(name, dump);
      return dump;
    },
    version: versionOf,
    async save(key, dump) {
      await insert(inserted, key, dump, await versionOf(key.siteId));
    },
    async saveFirst(key, dump, of) {
      await insert(`${inserted} WHERE tree_dumps.version < excluded.version`, key, dump, of);
    },
  };
}
