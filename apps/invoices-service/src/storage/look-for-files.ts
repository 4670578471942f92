import { access } from "node:fs/promises";
import { join } from "node:path";
import { openInvoicesDatabase } from "@marketplace/database/invoices";
import type { Config } from "../config.ts";
import type { DocumentRecord } from "../fiscal-documents/fiscal-document.ts";
import { createFiscalDocumentsRepo } from "../fiscal-documents/fiscal-documents.repo.ts";
import { layoutOf } from "../object-store/file.layout.ts";
import { findObject, hasCode } from "../object-store/file.records.ts";

/** How many documents there are, and of how many the file is gone or cut. */
export interface FilesFound {
  documents: number;
  missing: number;
}

const pageSize = 100;

/**
 * Looks for the file of every document in the folder of the file store, without opening the store: a folder that lacks some
 * is neither mended nor swept. Other stores are not looked into.
 */
export async function lookForFiles({ store, databaseUrl }: Config): Promise<FilesFound> {
  const found = { documents: 0, missing: 0 };
  // The first layout kept its records otherwise; it is taken over when the store is opened.
  if (store.driver !== "file" || (await isThere(join(store.root, "incoming")))) return found;
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
  try {
    return (await findObject(layoutOf(root), objectKey))?.record.size !== size;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return true;
    // A record that was copied as a file, or something else under its name.
    if (hasCode(error, "EINVAL") || hasCode(error, "ENOTDIR")) return true;
    throw error;
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
