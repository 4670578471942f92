import type { Readable, Writable } from "node:stream";

interface PartInfo {
  filename?: string;
  mimeType: string;
}

interface Watch {
  /** The form field whose files count. */
  field: string;
  /** Called for each file of it that came without a name. */
  found(): void;
}

const emptyName = Buffer.from('filename=""');

/**
 * Finds files that were sent with an empty name. The parser takes them for text fields, or passes over them: a part of
 * the file's field counts as one when it has a media type of its own, or when `filename=""` stands in the body.
 */
export function watchNamelessFiles(source: Readable, parts: Writable, { field, found }: Watch): void {
  const sawEmptyName = searchFor(emptyName, source);
  parts.on("field", (name: string, _value: string, { mimeType }: PartInfo) => {
    if (name === field && (mimeType !== "text/plain" || sawEmptyName())) found();
  });
  parts.on("file", (name: string, _stream: Readable, { filename }: PartInfo) => {
    if (name === field && !filename) found();
  });
}

/** Tells whether a stream has shown these bytes so far, also when they came in two pieces. */
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
