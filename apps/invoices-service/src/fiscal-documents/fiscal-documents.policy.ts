import type { Pack } from "../packs/packs.repo.ts";
import type { DocumentRecord } from "./fiscal-document.ts";

/** Seller and buyer of a pack; everybody else is a stranger to it. */
export const isParty = ({ sellerId, buyerId }: Pack, userId: number): boolean =>
  userId === sellerId || userId === buyerId;

/** A seller sees what he loaded, the buyer sees everything of his pack (spec: Authentication 4). */
export const maySee = (pack: Pack, document: DocumentRecord, userId: number): boolean =>
  document.packId === pack.id && (userId === pack.buyerId || userId === document.sellerId);
