import type { ObjectEntry } from "@marketplace/object-store";
import type { Deps } from "../deps.ts";
import type { DocumentRecord } from "../fiscal-documents/fiscal-documents.repo.ts";
import { objectPrefix } from "./object-prefix.rules.ts";

/** One way in which the rows and the store disagree. */
export type Difference =
  /** No document and not the sweep know the object. Mending gives it to the sweep. */
  | { kind: "stray_object"; key: string; size: number }
  /** The object is gone or has another size. Mending removes the row: the seller can upload again. */
  | { kind: "lost_document"; id: string; packId: number; filename: string; key: string };

export interface Reconciliation {
  documents: number;
  objects: number;
  differences: Difference[];
  mended: boolean;
}

const pageSize = 200;

/**
 * Compares every document with its object, and every object with the rows. Objects younger than the sweep's
 * grace period may belong to uploads in progress. Changes nothing unless `mend` is set.
 */
export async function reconcile(deps: Deps, { mend }: { mend: boolean }): Promise<Reconciliation> {
  // Objects first, because a document that is added meanwhile has its object already.
  const objects = await strayObjects(deps);
  const documents = await lostDocuments(deps);
  const differences = [...objects.strays, ...documents.lost];
  if (mend) for (const difference of differences) await mendOne(deps, difference);
  return { documents: documents.count, objects: objects.count, differences, mended: mend };
}

async function strayObjects(deps: Deps): Promise<{ count: number; strays: Difference[] }> {
  const strays: Difference[] = [];
  const oldest = deps.clock.now().getTime() - deps.sweepGraceMs;
  let count = 0;
  let page: ObjectEntry[] = [];
  const flush = async () => {
    const known = await deps.documents.knownKeys(page.map(({ key }) => key));
    for (const { key, size } of page) if (!known.has(key)) strays.push({ kind: "stray_object", key, size });
    page = [];
  };
  for await (const entry of deps.store.list(objectPrefix)) {
    count += 1;
    if (entry.lastModified.getTime() <= oldest) page.push(entry);
    if (page.length === pageSize) await flush();
  }
  await flush();
  return { count, strays };
}

async function lostDocuments(deps: Deps): Promise<{ count: number; lost: Difference[] }> {
  const lost: Difference[] = [];
  let count = 0;
  let after = "";
  for (;;) {
    const page = await deps.documents.page(after, pageSize);
    for (const document of page) if (await isLost(deps, document)) lost.push(lostDocument(document));
    count += page.length;
    if (page.length < pageSize) return { count, lost };
    after = page.at(-1)?.id ?? "";
  }
}

/** Reads the row again, because a document that was deleted meanwhile is not lost. */
async function isLost({ store, documents }: Deps, { id, objectKey, size }: DocumentRecord): Promise<boolean> {
  const found = await store.stat(objectKey);
  if (found?.size === size) return false;
  return (await documents.find(id)) !== undefined;
}

const lostDocument = ({ id, packId, filename, objectKey }: DocumentRecord): Difference => ({
  kind: "lost_document",
  id,
  packId,
  filename,
  key: objectKey,
});

function mendOne(
  { transaction, documents, unowned, sweepGraceMs }: Deps,
  difference: Difference,
): Promise<void> {
  return transaction(async () => {
    if (difference.kind === "lost_document") await documents.remove([difference.id]);
    await unowned.disown([difference.key], sweepGraceMs);
  });
}
