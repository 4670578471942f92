import type { ObjectEntry } from "@marketplace/object-store";
import { inTurn } from "@marketplace/sharding";
import type { Deps } from "../deps.ts";
import type { DocumentRecord } from "../fiscal-documents/fiscal-documents.repo.ts";
import type { Difference } from "./difference.record.ts";
import { objectPrefix } from "./object-prefix.rules.ts";

export interface Reconciliation {
  documents: number;
  objects: number;
  differences: Difference[];
  mended: boolean;
}

const pageSize = 200;

/** What a run is told, and whom it tells. */
export interface ReconcileOptions {
  mend: boolean;
  /** Called after each page with what was looked at so far. */
  onProgress?: (counts: { objects: number; documents: number }) => Promise<void>;
  /** Ends the run with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Compares every document with its object, and every object with the rows. Objects younger than the sweep's
 * grace period may belong to uploads in progress. Changes nothing unless `mend` is set.
 */
export async function reconcile(deps: Deps, options: ReconcileOptions): Promise<Reconciliation> {
  const { mend, onProgress, signal } = options;
  const seen = { objects: 0, documents: 0 };
  const passed = async (counts: Partial<typeof seen>) => onProgress?.(Object.assign(seen, counts));
  const watched: Watched = { passed, check: () => signal?.throwIfAborted() };
  // Objects first, because a document that is added meanwhile has its object already.
  const objects = await strayObjects(deps, watched);
  // A file is no stray because its row is where this process does not look.
  await deps.everywhere.assertWhole();
  const documents = await lostDocuments(deps, watched);
  const differences = [...objects.strays, ...documents.lost];
  for (const difference of mend ? differences : []) {
    watched.check();
    await mendOne(deps, difference);
  }
  return { documents: documents.count, objects: objects.count, differences, mended: mend };
}

interface Watched {
  /** To call after each page. */
  passed(counts: { objects?: number; documents?: number }): Promise<void>;
  /** To call before each object and document: throws once the run is to end. */
  check(): void;
}

/** Looks for the object again: the sweep forgets a key after it has removed what was listed before. */
async function strayObjects(
  deps: Deps,
  { passed, check }: Watched,
): Promise<{ count: number; strays: Difference[] }> {
  const strays: Difference[] = [];
  // Objects carry the store's time, which is no domain time.
  const oldest = deps.systemClock.now().getTime() - deps.sweepGraceMs;
  let count = 0;
  let page: ObjectEntry[] = [];
  const flush = async () => {
    const known = await deps.everywhere.knownKeys(page.map(({ key }) => key));
    for (const { key, size } of page) {
      check();
      if (!known.has(key) && (await deps.store.stat(key))) strays.push({ kind: "stray_object", key, size });
    }
    page = [];
    await passed({ objects: count });
  };
  for await (const entry of deps.store.list(objectPrefix)) {
    check();
    count += 1;
    if (entry.lastModified.getTime() <= oldest) page.push(entry);
    if (page.length === pageSize) await flush();
  }
  await flush();
  return { count, strays };
}

async function lostDocuments(
  deps: Deps,
  { passed, check }: Watched,
): Promise<{ count: number; lost: Difference[] }> {
  const lost: Difference[] = [];
  let count = 0;
  for await (const page of deps.everywhere.pages(pageSize)) {
    for (const document of page) {
      check();
      if (await isLost(deps, document)) lost.push(lostDocument(document));
    }
    count += page.length;
    await passed({ documents: count });
  }
  return { count, lost };
}

/** Reads the row again, because a document that was deleted meanwhile is not lost. */
async function isLost(
  { store, everywhere }: Deps,
  { id, objectKey, size }: DocumentRecord,
): Promise<boolean> {
  const found = await store.stat(objectKey);
  if (found?.size === size) return false;
  return everywhere.isThere(id);
}

const lostDocument = ({ id, packId, filename, objectKey }: DocumentRecord): Difference => ({
  kind: "lost_document",
  id,
  packId,
  filename,
  key: objectKey,
});

async function mendOne(deps: Deps, difference: Difference): Promise<void> {
  if (difference.kind === "stray_object") await deps.unowned.disown([difference.key], deps.sweepGraceMs);
  else if (!deps.sites) await giveUp(deps, difference.id);
  else
    for await (const siteId of inTurn(deps.sites))
      await deps.sites.alone(siteId, (of) => giveUp(of, difference.id));
}

/** Removes the row of a lost document where it is, and what there may be of its object. */
const giveUp = ({ transaction, documents, unowned, sweepGraceMs }: Deps, id: string): Promise<void> =>
  transaction(async () => unowned.disown(await documents.remove(id), sweepGraceMs));
