/** A line of a body; without bytes when it is longer than the limit. */
export interface Line {
  /** Number of the line, from 1. */
  number: number;
  bytes: Buffer | undefined;
}

const newline = 10;
const maxParts = 4_096;

/** Splits a stream into its lines without empty ones. Holds at most one line of the limit in memory. */
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
  const end = (): Line | undefined => {
    const bytes = size > maxBytes ? undefined : Buffer.concat(parts);
    const line = { number, bytes };
    [parts, size, number] = [[], 0, number + 1];
    return bytes && isEmpty(bytes) ? undefined : line;
  };
  for await (const chunk of source) {
    let from = 0;
    for (let to = chunk.indexOf(newline); to >= 0; to = chunk.indexOf(newline, from)) {
      add(chunk.subarray(from, to));
      const line = end();
      if (line) yield line;
      from = to + 1;
    }
    add(chunk.subarray(from));
  }
  const last = end();
  if (last) yield last;
}

/** Whether a line has only spaces, tabs and a carriage return. */
const isEmpty = (bytes: Buffer): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
