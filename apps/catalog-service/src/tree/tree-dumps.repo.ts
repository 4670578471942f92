import { createHash } from "node:crypto";
import type { CatalogDatabase } from "@marketplace/database/catalog";

/** Which of a site's two dumps: with the attributes of every category, or without. */
export interface DumpKey {
  siteId: string;
  withAttributes: boolean;
}

/** A site's whole tree. `body` is gzip, `md5` (hex) is of the JSON inside. */
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

/** The repository keeps the blobs it read: they change only with the tree, and their MD5 tells. */
export function treeDumpsRepo(db: CatalogDatabase): TreeDumpsRepo {
  const cached = new Map<string, TreeDump>();
  const rowOf = ({ body, md5, createdAt }: TreeDump) => ({ body: new Uint8Array(body), md5, createdAt });
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
      const values = rowOf(dump);
      await db.current().treeDump.upsert({
        where: { siteId_withAttributes: key },
        create: { ...key, ...values },
        update: values,
      });
    },
    async saveFirst(key, dump) {
      await db.current().treeDump.createMany({ data: { ...key, ...rowOf(dump) }, skipDuplicates: true });
      return (await repo.find(key)) ?? dump;
    },
  };
  return repo;
}

/** MD5 in hex, as `X-Content-MD5` carries it. */
export const md5Of = (text: string): string => createHash("md5").update(text).digest("hex");
