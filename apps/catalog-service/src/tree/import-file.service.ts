import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { messageOf } from "@marketplace/conventions";
import { ImportRefused } from "./import.problems.ts";

/** Unpacked bytes of a file at most, many times the largest real tree. This stops gzip bombs. */
export const maxBytes = 1024 ** 3;

/** Bytes of one record at most: of a line, or of a category with its attributes. */
export const maxRecordBytes = 4 * 1024 ** 2;

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Streams the bytes of a file, gzip or plain. Throws ImportRefused. */
export async function* bytesOf(file: string, most: number = maxBytes): AsyncGenerator<Buffer> {
  const name = basename(file);
  const packed = await startsAsGzip(file);
  const source = createReadStream(file);
  // `pipeline` forwards the errors of both streams and closes both when the reader stops early.
  const bytes = packed ? pipeline(source, createGunzip(), () => {}) : source;
  let read = 0;
  try {
    for await (const chunk of bytes) {
      read += chunk.length;
      if (read > most) throw new ImportRefused(`${name} has over ${most / 1024 ** 2} MiB of text`);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    refuse(packed ? `${name} is not a whole gzip file` : `${file} cannot be read`, error);
  }
}

async function startsAsGzip(file: string): Promise<boolean> {
  try {
    for await (const chunk of createReadStream(file, { end: 1 })) return isGzip(chunk);
    return false;
  } catch (error) {
    return refuse(`${file} cannot be read`, error);
  }
}

/** A record of a file and the line on which it begins, from 1 on. */
export interface TextRecord {
  text: string;
  line: number;
}

/** Decodes a record. Throws ImportRefused with the line that is not UTF-8. */
export function textOf(bytes: Buffer, line: number, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    return refuse(`line ${line + linesBeforeInvalid(bytes)} of ${name} is not UTF-8 text`, error);
  }
}

/** The first line that is not UTF-8, from 0 on. In UTF-8 a byte 10 is always a line end. */
function linesBeforeInvalid(bytes: Buffer): number {
  for (let line = 0, from = 0; ; line++) {
    const end = bytes.indexOf(10, from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return line;
    from = end + 1;
  }
}

/** The lines of a UTF-8 file that are not blank. Throws ImportRefused. */
export async function* linesOf(file: string): AsyncGenerator<TextRecord> {
  const name = basename(file);
  let line = 1;
  let rest: Buffer[] = [];
  let size = 0;
  const ended = (): TextRecord => ({ text: textOf(Buffer.concat(rest), line, name), line });
  for await (const chunk of bytesOf(file)) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      rest.push(chunk.subarray(from, end));
      const record = ended();
      if (record.text.trim() !== "") yield record;
      [rest, size, from, line] = [[], 0, end + 1, line + 1];
    }
    rest.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > maxRecordBytes) throw new ImportRefused(`line ${line} of ${name} is too long`);
  }
  const record = ended();
  if (record.text.trim() !== "") yield record;
}

/** Throws ImportRefused with the message of an error on one line. */
export function refuse(what: string, error: unknown): never {
  const reason = messageOf(error);
  throw new ImportRefused(`${what}: ${reason.replaceAll(/\s+/g, " ")}`, { cause: error });
}
