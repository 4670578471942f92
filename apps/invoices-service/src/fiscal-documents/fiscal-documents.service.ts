import type { Caller } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { checkSite, lookUpPack } from "../packs/packs.service.ts";
import { problems } from "../problems.ts";
import type { DocumentRecord } from "./fiscal-document.ts";
import { isParty, maySee } from "./fiscal-documents.policy.ts";

/** The documents of a pack that the caller may see; the errors tell a pack never used from one without files of his. */
export async function listDocuments(
  deps: Deps,
  { userId }: Caller,
  packId: number,
): Promise<DocumentRecord[]> {
  const pack = await lookUpPack(deps, packId);
  if (!pack) throw problems.no_documents({ packId });
  if (!isParty(pack, userId)) throw problems.not_authorized();
  checkSite(pack);
  const documents = await deps.documents.ofPack(packId);
  const visible = documents.filter((document) => maySee(pack, document, userId));
  if (visible.length === 0 && documents.length > 0) throw problems.no_documents_of_user({ packId, userId });
  if (visible.length === 0 && !(await deps.documents.wasUsed(packId)))
    throw problems.no_documents({ packId });
  return visible;
}

/** Deletes what the pack's seller loaded and answers the ids; the bytes follow by the sweep, after its grace period. */
export async function deleteDocuments(deps: Deps, { userId }: Caller, packId: number): Promise<string[]> {
  const pack = await lookUpPack(deps, packId);
  if (!pack) throw problems.nothing_to_delete({ packId });
  if (pack.sellerId !== userId) throw problems.not_authorized();
  checkSite(pack);
  return deps.transaction(async () => {
    const removed = await deps.documents.removeOf(packId, userId);
    if (removed.length === 0) throw problems.nothing_to_delete({ packId });
    const keys = removed.map(({ objectKey }) => objectKey);
    // A backup whose rows are older than this has the files for as long (docs/backup-and-restore.md).
    await deps.unowned.disown(keys, deps.sweepGraceMs);
    return removed.map(({ id }) => id);
  });
}

/** What DELETE answers (decisions 5.6). */
export const deletionMessage = (ids: readonly string[]): string =>
  ids.length === 1
    ? `The fiscal_document with id: ${ids[0]} was deleted`
    : `The fiscal_documents with the following ids: ${ids.join(", ")} were deleted`;
