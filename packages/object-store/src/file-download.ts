import { matchesETag, type Problem, Reply, stream } from "@marketplace/conventions";
import type { Request } from "express";
import { contentDisposition } from "./content-disposition.ts";
import { ObjectMissing, RangeUnsatisfiable } from "./errors.ts";
import type { ObjectStore } from "./object-store.ts";
import { requestedRange } from "./requested-range.ts";

/** A stored object as clients know it: `size` in bytes, `sha256` in hex. */
export interface StoredFile {
  objectKey: string;
  contentType: string;
  size: number;
  sha256: string;
  filename: string;
  /** The name of a file whose own is not safe at all. */
  otherwiseNamed?: string;
  /** Browsers may show it, and everybody may keep it: a picture that never changes. */
  shown?: boolean;
}

type Extra = { headers: Record<string, string> };

/** The problems of a download, in the words of its resource. */
interface DownloadProblems {
  /** The store has not got the object, or not all of it. */
  lost(extra: Extra): Problem;
  /** No byte of the file lies in the range. */
  unsatisfiable(size: number, extra: Extra): Problem;
}

type Source = { store: Pick<ObjectStore, "get">; req: Request };

/** The answer to a GET of a file: its bytes or a range of them, or 304. */
export async function fileDownload(
  { store, req }: Source,
  file: StoredFile,
  problems: DownloadProblems,
): Promise<Reply> {
  const { size, contentType } = file;
  const etag = `"${file.sha256}"`;
  const headers = headersOf(file, etag);
  if (matchesETag(req.headers["if-none-match"], etag)) return new Reply(304, { kind: "empty" }, headers);
  const range = requestedRange(req.method, req.headers, etag);
  try {
    const content = await store.get(file.objectKey, range && { range });
    const { range: part } = content;
    if (content.size !== size) {
      content.stream.destroy();
      throw new ObjectMissing(file.objectKey);
    }
    const partial = part && { "Content-Range": `bytes ${part.from}-${part.to}/${size}` };
    return stream(content.stream, {
      contentType,
      length: part ? part.to - part.from + 1 : size,
      status: part ? 206 : 200,
      headers: { ...headers, ...partial },
    });
  } catch (error) {
    const isCut = error instanceof RangeUnsatisfiable && error.size !== size;
    if (isCut || error instanceof ObjectMissing) throw problems.lost({ headers: { "Retry-After": "5" } });
    if (!(error instanceof RangeUnsatisfiable)) throw error;
    throw problems.unsatisfiable(size, { headers: { "Content-Range": `bytes */${size}` } });
  }
}

/** Headers that make a browser save a file and never run it (decisions 5.4); a picture may be shown. */
const headersOf = (file: StoredFile, etag: string): Record<string, string> => ({
  ETag: etag,
  "Content-Disposition": file.shown ? "inline" : contentDisposition(file.filename, file.otherwiseNamed),
  "Content-Security-Policy": "sandbox",
  "Accept-Ranges": "bytes",
  "Cache-Control": file.shown ? "public, max-age=31536000, immutable" : "private, no-cache",
});
