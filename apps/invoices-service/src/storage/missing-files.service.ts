import { openInvoicesDatabase } from "@marketplace/database/invoices";
import { sizeOfFile } from "@marketplace/object-store";
import type { Config } from "../config.ts";
import { createFiscalDocumentsRepo, type DocumentRecord } from "../fiscal-documents/fiscal-documents.repo.ts";

/** The number of documents, and of those whose file is absent or has another size. */
export interface FileCount {
  documents: number;
  missing: number;
}

const pageSize = 100;

/**
 * Looks for the file of every document in the folder of the file store. It does not open the store, because
 * opening one converts and sweeps it. Other stores are not checked.
 */
export async function findMissingFiles({ store, databaseUrl }: Config): Promise<FileCount> {
  const found = { documents: 0, missing: 0 };
  if (store.driver !== "file") return found;
  const db = openInvoicesDatabase({ url: databaseUrl, poolSize: 1 });
  const repo = createFiscalDocumentsRepo(db);
  try {
    for (let after = ""; ; ) {
      const page = await repo.page(after, pageSize);
      const lost = await Promise.all(page.map((document) => isLost(store.root, document)));
      found.documents += page.length;
      found.missing += lost.filter((one) => one).length;
      if (page.length < pageSize) return found;
      after = page.at(-1)?.id ?? "";
    }
  } finally {
    await db.close();
  }
}

async function isLost(root: string, { objectKey, size }: DocumentRecord): Promise<boolean> {
  return (await sizeOfFile(root, objectKey)) !== size;
}
