import { isUniqueViolation, toId } from "@marketplace/database";
import type { InvoicesDatabase, Prisma } from "@marketplace/database/invoices";
import { type DocumentRecord, type FileType, slots } from "./fiscal-document.ts";

type Row = Prisma.FiscalDocumentGetPayload<object>;

/** Fiscal documents in Postgres; every call takes part in the present transaction. */
export interface FiscalDocumentsRepo {
  find(id: string): Promise<DocumentRecord | undefined>;
  /** All documents of a pack, the oldest first. */
  ofPack(packId: number): Promise<DocumentRecord[]>;
  /** Whether the pack ever had a document. */
  wasUsed(packId: number): Promise<boolean>;
  /**
   * Adds documents of one pack, marks it as used and takes the objects over from the sweep. `SlotTaken` when one of their
   * slots is not free, `ObjectSwept` when one of the objects is gone already.
   */
  add(documents: readonly DocumentRecord[]): Promise<void>;
  /** Removes all documents of the pack's seller and answers them, the oldest first. */
  removeOf(packId: number, sellerId: number): Promise<Pick<DocumentRecord, "id" | "objectKey">[]>;
  remove(ids: readonly string[]): Promise<void>;
  /** Documents after an id, in the order of their ids. */
  page(after: string, limit: number): Promise<DocumentRecord[]>;
  /** Which of these object keys a document or the sweep knows. */
  knownKeys(keys: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Another file of the same kind came first. */
export class SlotTaken extends Error {
  override readonly name = "SlotTaken";
}

/** The sweep took an object before its document existed. */
export class ObjectSwept extends Error {
  override readonly name = "ObjectSwept";
}

/** The repository over a database. */
export function createFiscalDocumentsRepo(db: InvoicesDatabase): FiscalDocumentsRepo {
  const table = () => db.current().fiscalDocument;
  return {
    async find(id) {
      const row = await table().findUnique({ where: { id } });
      return row ? toDocument(row) : undefined;
    },
    async ofPack(packId) {
      const rows = await table().findMany({
        where: { packId },
        orderBy: [{ createdAt: "asc" }, { slot: "asc" }],
      });
      return rows.map(toDocument);
    },
    async wasUsed(packId) {
      return (await db.current().usedPack.findUnique({ where: { packId } })) !== null;
    },
    add: (documents) => addDocuments(db, documents),
    async removeOf(packId, sellerId) {
      const rows = await db.current().$queryRaw<{ id: string; object_key: string }[]>`
        WITH removed AS (DELETE FROM fiscal_documents WHERE pack_id = ${packId} AND seller_id = ${sellerId} RETURNING *)
        SELECT id, object_key FROM removed ORDER BY created_at, slot`;
      return rows.map(({ id, object_key }) => ({ id, objectKey: object_key }));
    },
    async remove(ids) {
      await table().deleteMany({ where: { id: { in: [...ids] } } });
    },
    async page(after, limit) {
      const rows = await table().findMany({
        where: { id: { gt: after } },
        orderBy: { id: "asc" },
        take: limit,
      });
      return rows.map(toDocument);
    },
    async knownKeys(keys) {
      const among = [...keys];
      const rows = await db.current().$queryRaw<{ key: string }[]>`
        SELECT object_key AS key FROM fiscal_documents WHERE object_key = ANY(${among})
        UNION SELECT object_key FROM unowned_objects WHERE object_key = ANY(${among})`;
      return new Set(rows.map(({ key }) => key));
    },
  };
}

async function addDocuments(db: InvoicesDatabase, documents: readonly DocumentRecord[]): Promise<void> {
  if (documents.length === 0) return;
  const rows = JSON.stringify(documents.map((document) => ({ ...document, slot: slots[document.fileType] })));
  const owned = await insert(db, rows).catch((error: unknown) => {
    if (!isUniqueViolation(error, "fiscal_documents_slot")) throw error;
    throw new SlotTaken("the slot is taken", { cause: error });
  });
  if (owned !== documents.length) throw new ObjectSwept("an object was swept before its document existed");
}

/** One statement for all that a document's existence means here; answers how many objects were still there to own. */
async function insert(db: InvoicesDatabase, rows: string): Promise<number> {
  // The documents in one order, so that two uploads at once do not wait for each other in a circle.
  const [result] = await db.current().$queryRaw<{ owned: number }[]>`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS d (id text, "packId" bigint, "sellerId" bigint, slot text,
        "fileType" text, filename text, size int, sha256 text, "objectKey" text, "createdAt" timestamptz)
    ), added AS (
      INSERT INTO fiscal_documents
        (id, pack_id, seller_id, slot, file_type, filename, size, sha256, object_key, created_at)
      SELECT id, "packId", "sellerId", slot, "fileType", filename, size, sha256, "objectKey", "createdAt"
      FROM given ORDER BY slot
    ), used AS (
      INSERT INTO used_packs (pack_id, first_used_at) SELECT "packId", min("createdAt") FROM given GROUP BY 1
      ON CONFLICT DO NOTHING
    ), owned AS (
      DELETE FROM unowned_objects WHERE object_key IN (SELECT "objectKey" FROM given) RETURNING 1
    )
    SELECT count(*)::int AS owned FROM owned`;
  return result?.owned ?? 0;
}

function toDocument(row: Row): DocumentRecord {
  const { slot: _, fileType, packId, sellerId, ...rest } = row;
  // A check constraint holds the types to the known ones.
  return { ...rest, fileType: fileType as FileType, packId: toId(packId), sellerId: toId(sellerId) };
}
