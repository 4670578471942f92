import type { Pack } from "../packs/packs.service.ts";
import type { DocumentRecord } from "./fiscal-documents.repo.ts";

/** A seller sees the files they uploaded, the buyer sees all files of the pack (spec: Authentication 4). */
export const maySee = (pack: Pack, document: DocumentRecord, userId: number): boolean =>
  document.packId === pack.id && (userId === pack.buyerId || userId === document.sellerId);
