/** A line of a body; without bytes when it is longer than the limit. */
export interface Line {
  /** Number of the line, from 1. */
  number: number;
  bytes: Buffer | undefined;
}

const newline = 10;
const maxParts = 4_096;

/**
 * Splits a stream into its lines without empty ones and without blanks before them. Holds at most one line of
 * the limit in memory.
 */
export async function* linesIn(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let size = 0;
  let number = 1;
  const add = (part: Buffer) => {
    size += part.length;
    if (size > maxBytes) parts = [];
    else parts.push(part);
    // A sender of one byte a chunk must not cost a buffer for each byte.
    if (parts.length >= maxParts) parts = [Buffer.concat(parts)];
  };
  const end = (): Line => {
    const line = { number, bytes: size > maxBytes ? undefined : Buffer.concat(parts) };
    [parts, size, number] = [[], 0, number + 1];
    return line;
  };
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length; ) {
      if (size === 0) {
        // Byte by byte: gzip makes millions of empty lines of few bytes.
        for (; isBlank(chunk[from]); from++) if (chunk[from] === newline) number += 1;
        if (from === chunk.length) break;
      }
      const to = chunk.indexOf(newline, from);
      add(chunk.subarray(from, to < 0 ? chunk.length : to));
      if (to < 0) break;
      yield end();
      from = to + 1;
    }
  }
  if (size > 0) yield end();
}

/** Newline, space, tab or carriage return. */
const isBlank = (byte: number | undefined): boolean =>
  byte === newline || byte === 0x20 || byte === 0x09 || byte === 0x0d;
