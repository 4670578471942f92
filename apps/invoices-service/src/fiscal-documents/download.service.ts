import { type Caller, matchesETag, Reply, stream } from "@marketplace/conventions";
import { ObjectMissing, RangeUnsatisfiable, requestedRange } from "@marketplace/object-store";
import type { Request } from "express";
import type { Deps } from "../deps.ts";
import { isParty } from "../packs/packs.policy.ts";
import { checkSite, lookUpPack } from "../packs/packs.service.ts";
import { problems } from "../problems.ts";
import { contentDisposition } from "./content-disposition.rules.ts";
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
) {
  const document = await visibleDocument(deps, caller, address);
  const etag = `"${document.sha256}"`;
  const headers = headersOf(document, etag);
  if (matchesETag(req.headers["if-none-match"], etag)) return new Reply(304, { kind: "empty" }, headers);
  const range = requestedRange(req.method, req.headers, etag);
  try {
    const content = await deps.store.get(document.objectKey, range && { range });
    const { size, range: part } = content;
    if (size !== document.size) {
      content.stream.destroy();
      throw new ObjectMissing(document.objectKey);
    }
    const partial = part && { "Content-Range": `bytes ${part.from}-${part.to}/${size}` };
    return stream(content.stream, {
      contentType: document.fileType,
      length: part ? part.to - part.from + 1 : size,
      status: part ? 206 : 200,
      headers: { ...headers, ...partial },
    });
  } catch (error) {
    throw storeProblem(error, document);
  }
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

/** Headers that make a browser save a file and never show or run it (decisions 5.4). */
const headersOf = ({ filename }: DocumentRecord, etag: string): Record<string, string> => ({
  ETag: etag,
  "Content-Disposition": contentDisposition(filename),
  "Content-Security-Policy": "sandbox",
  "Accept-Ranges": "bytes",
  "Cache-Control": "private, no-cache",
});

function storeProblem(error: unknown, { id, size }: DocumentRecord): unknown {
  const isCut = error instanceof RangeUnsatisfiable && error.size !== size;
  if (isCut || error instanceof ObjectMissing)
    return problems.document_lost({ id }, { headers: { "Retry-After": "5" } });
  if (!(error instanceof RangeUnsatisfiable)) return error;
  return problems.range_not_satisfiable({ size }, { headers: { "Content-Range": `bytes */${size}` } });
}
