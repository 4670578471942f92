import { isParty } from "@marketplace/contracts";
import type { Caller } from "@marketplace/conventions";
import type { OccurredEvent } from "@marketplace/events";
import type { Deps } from "../deps.ts";
import { checkSite, lookUpPack, type Pack } from "../packs/packs.service.ts";
import { problems } from "../problems.ts";
import { maySee } from "./fiscal-documents.policy.ts";
import type { DocumentRecord } from "./fiscal-documents.repo.ts";

/** The documents of a pack that the caller may see; a pack that was never used is not found. */
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

/** Deletes the seller's files and gives their ids. The sweep removes the objects after its grace period. */
export async function deleteDocuments(deps: Deps, { userId }: Caller, packId: number): Promise<string[]> {
  const pack = await lookUpPack(deps, packId);
  if (!pack) throw problems.nothing_to_delete({ packId });
  if (pack.sellerId !== userId) throw problems.not_authorized();
  checkSite(pack);
  return deps.transaction(async () => {
    const removed = await deps.documents.removeOf(packId, userId);
    if (removed.length === 0) throw problems.nothing_to_delete({ packId });
    const keys = removed.map(({ objectKey }) => objectKey);
    // Until then a backup with older rows finds their files (docs/backup-and-restore.md).
    await deps.unowned.disown(keys, deps.sweepGraceMs);
    await deps.outbox.record(documentsEvent(pack, deps.clock.now()));
    return removed.map(({ id }) => id);
  });
}

/** The event of a change of a pack's files, for its buyer (decisions 5.8). */
export const documentsEvent = ({ id, buyerId }: Pack, occurredAt: Date): OccurredEvent => ({
  topic: "invoices",
  resource: `/packs/${id}/fiscal_documents`,
  userId: buyerId,
  occurredAt,
});

/** The message of DELETE (decisions 5.6). */
export const deletionMessage = (ids: readonly string[]): string =>
  ids.length === 1
    ? `The fiscal_document with id: ${ids[0]} was deleted`
    : `The fiscal_documents with the following ids: ${ids.join(", ")} were deleted`;
