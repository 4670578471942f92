import { isParty } from "@marketplace/contracts";
import type { Caller, Reply } from "@marketplace/conventions";
import { fileDownload } from "@marketplace/object-store";
import type { Request } from "express";
import type { Deps } from "../deps.ts";
import { checkSite, lookUpPack } from "../packs/packs.service.ts";
import { problems } from "../problems.ts";
import { maySee } from "./fiscal-documents.policy.ts";
import type { DocumentRecord } from "./fiscal-documents.repo.ts";

/** A file of a pack. */
export interface FileAddress {
  packId: number;
  id: string;
}

/** A file or a range of it, for the pack's buyer and the seller who uploaded it. */
export async function download(
  deps: Deps,
  caller: Caller,
  { req, ...address }: FileAddress & { req: Request },
): Promise<Reply> {
  const document = await visibleDocument(deps, caller, address);
  const { id, fileType: contentType, objectKey, filename, size, sha256 } = document;
  const file = { objectKey, contentType, filename, size, sha256, otherwiseNamed: "fiscal_document" };
  return fileDownload({ store: deps.store, req }, file, {
    lost: (extra) => problems.document_lost({ id }, extra),
    unsatisfiable: (known, extra) => problems.range_not_satisfiable({ size: known }, extra),
  });
}

async function visibleDocument(
  deps: Deps,
  { userId }: Caller,
  { packId, id }: FileAddress,
): Promise<DocumentRecord> {
  const pack = await lookUpPack(deps, packId);
  if (pack && isParty(pack, userId)) checkSite(pack);
  const document = await deps.documents.find(id);
  if (!pack || document?.packId !== packId) throw problems.document_unknown({ id });
  if (!maySee(pack, document, userId)) throw problems.download_denied({ id, userId });
  return document;
}
