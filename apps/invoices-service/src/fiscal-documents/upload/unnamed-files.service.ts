import type { Readable, Writable } from "node:stream";

interface PartInfo {
  filename?: string;
  mimeType: string;
}

interface Watch {
  /** The form field whose files count. */
  field: string;
  /** Called for each file of that field without a name. */
  found(): void;
}

const emptyName = Buffer.from('filename=""');

/**
 * Finds files with an empty name, which the parser takes for text fields or skips. A part of the file's field
 * is such a file when it has a media type of its own, or when the body contains `filename=""`.
 */
export function watchUnnamedFiles(source: Readable, parts: Writable, { field, found }: Watch): void {
  const sawEmptyName = searchFor(emptyName, source);
  parts.on("field", (name: string, _value: string, { mimeType }: PartInfo) => {
    if (name === field && (mimeType !== "text/plain" || sawEmptyName())) found();
  });
  parts.on("file", (name: string, _stream: Readable, { filename }: PartInfo) => {
    if (name === field && !filename) found();
  });
}

/** Tells whether a stream has contained these bytes so far, also across two chunks. */
function searchFor(wanted: Buffer, source: Readable): () => boolean {
  let seen = false;
  let tail: Buffer = Buffer.alloc(0);
  source.on("data", (chunk: Buffer) => {
    if (seen) return;
    const seam = Buffer.concat([tail, chunk.subarray(0, wanted.length)]);
    seen = seam.includes(wanted) || chunk.includes(wanted);
    tail = chunk.length >= wanted.length ? chunk.subarray(-wanted.length) : seam.subarray(-wanted.length);
  });
  return () => seen;
}
