import { type Change, isUniqueViolation, RowsMissing, toId } from "@marketplace/database";
import type { InvoicesDatabase, Prisma } from "@marketplace/database/invoices";
import { owned } from "@marketplace/object-store";
import { type FileType, slots } from "./file-types.rules.ts";

type Row = Prisma.FiscalDocumentGetPayload<object>;

/** A stored file of a pack: its row, with numbers. `size` is in bytes, `sha256` in hex. */
export interface DocumentRecord extends Omit<Row, "slot" | "packId" | "sellerId" | "fileType" | "siteId"> {
  packId: number;
  sellerId: number;
  fileType: FileType;
}

/** Another file took the slot first. */
export class SlotTaken extends Error {
  override readonly name = "SlotTaken";
}

/** The sweep took an object before its document existed. */
export class ObjectSwept extends Error {
  override readonly name = "ObjectSwept";
}

export type FiscalDocumentsRepo = ReturnType<typeof createFiscalDocumentsRepo>;

/** Fiscal documents in Postgres. Every call takes part in the ambient transaction. */
export function createFiscalDocumentsRepo(db: InvoicesDatabase) {
  const table = () => db.current().fiscalDocument;
  return {
    async find(id: string): Promise<DocumentRecord | undefined> {
      const row = await table().findUnique({ where: { id } });
      return row ? toDocument(row) : undefined;
    },
    /** All documents of a pack, the oldest first. */
    async ofPack(packId: number): Promise<DocumentRecord[]> {
      const rows = await table().findMany({
        where: { packId },
        orderBy: [{ createdAt: "asc" }, { slot: "asc" }],
      });
      return rows.map(toDocument);
    },
    /** Whether the pack ever had a document. */
    async wasUsed(packId: number): Promise<boolean> {
      return (await db.current().usedPack.findUnique({ where: { packId } })) !== null;
    },
    /** Adds documents of a pack of the site. */
    add: (documents: readonly DocumentRecord[], siteId: string, along: readonly Change[] = []) =>
      addDocuments(db, documents, siteId, along),
    /** Removes all documents of the pack's seller and gives them, the oldest first. */
    async removeOf(packId: number, sellerId: number) {
      const rows = await db.query<{ id: string; object_key: string }>(
        `
        WITH removed AS (DELETE FROM fiscal_documents WHERE pack_id = $1 AND seller_id = $2 RETURNING *)
        SELECT id, object_key FROM removed ORDER BY created_at, slot`,
        [packId, sellerId],
      );
      return rows.map(({ id, object_key }) => ({ id, objectKey: object_key }));
    },
    /** Removes a document and gives the keys of its object: none when it is not there. */
    async remove(id: string): Promise<string[]> {
      const statement = "DELETE FROM fiscal_documents WHERE id = $1 RETURNING object_key";
      return (await db.query<{ object_key: string }>(statement, [id])).map(({ object_key }) => object_key);
    },
    /** The number of documents. */
    count: () => table().count(),
    /** Documents after an id, in the order of their ids. */
    async page(after: string, limit: number): Promise<DocumentRecord[]> {
      const rows = await table().findMany({
        where: { id: { gt: after } },
        orderBy: { id: "asc" },
        take: limit,
      });
      return rows.map(toDocument);
    },
    /** Which of these object keys a document or the sweep knows. */
    async knownKeys(keys: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db.query<{ key: string }>(
        `
        SELECT object_key AS key FROM fiscal_documents WHERE object_key = ANY($1)
        UNION SELECT object_key FROM unowned_objects WHERE object_key = ANY($1)`,
        [[...keys]],
      );
      return new Set(rows.map(({ key }) => key));
    },
  };
}

/**
 * Adds documents of one seller and pack, marks the pack as used, takes the objects over from the sweep, and
 * makes more changes in the same transaction. `SlotTaken` when one of the slots is not free, `ObjectSwept`
 * when the sweep has begun to remove one of the objects.
 */
async function addDocuments(
  db: InvoicesDatabase,
  documents: readonly DocumentRecord[],
  siteId: string,
  along: readonly Change[],
): Promise<void> {
  const [first] = documents;
  if (!first) return;
  const keys = documents.map(({ objectKey }) => objectKey);
  try {
    await db.change([owned(keys), inserted(first, documents, siteId), used(first, siteId), ...along]);
  } catch (error) {
    if (error instanceof RowsMissing)
      throw new ObjectSwept("an object was swept before its document existed", { cause: error });
    if (!isUniqueViolation(error, "fiscal_documents_slot")) throw error;
    throw new SlotTaken("the slot is taken", { cause: error });
  }
}

function inserted(
  { packId, sellerId, createdAt }: DocumentRecord,
  documents: readonly DocumentRecord[],
  siteId: string,
): Change {
  const column = (value: (document: DocumentRecord) => string | number) => documents.map(value);
  return {
    // Ordered by slot, so that two uploads at once do not deadlock.
    statement: `
      INSERT INTO fiscal_documents
        (pack_id, seller_id, created_at, site_id, id, slot, file_type, filename, size, sha256, object_key)
      SELECT $1::bigint, $2::bigint, $3::timestamptz, $4::text, d.*
      FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::int[], $10::text[], $11::text[])
        AS d (id, slot, file_type, filename, size, sha256, object_key)
      ORDER BY d.slot`,
    values: [
      packId,
      sellerId,
      createdAt,
      siteId,
      column(({ id }) => id),
      column(({ fileType }) => slots[fileType]),
      column(({ fileType }) => fileType),
      column(({ filename }) => filename),
      column(({ size }) => size),
      column(({ sha256 }) => sha256),
      column(({ objectKey }) => objectKey),
    ],
  };
}

const used = ({ packId, createdAt }: DocumentRecord, siteId: string): Change => ({
  statement: `
    INSERT INTO used_packs (pack_id, first_used_at, site_id) VALUES ($1::bigint, $2::timestamptz, $3)
    ON CONFLICT DO NOTHING`,
  values: [packId, createdAt, siteId],
});

function toDocument(row: Row): DocumentRecord {
  const { slot: _, siteId: _site, fileType, packId, sellerId, ...rest } = row;
  // A check constraint allows no other types.
  return { ...rest, fileType: fileType as FileType, packId: toId(packId), sellerId: toId(sellerId) };
}
