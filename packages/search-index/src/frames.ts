import { readSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";

/** Length and checksum, which stand before the content of a frame. */
const preambleBytes = 8;
/** A longer length is damage. */
const maxBytes = 2 ** 26;
/** What is checked and copied without a pause. */
const sliceBytes = 2 ** 20;
/** Entries of a list that become JSON without a pause. */
const sliceEntries = 2_000;

/** Writes content behind its length and checksum. */
async function writeFrame(file: FileHandle, content: Uint8Array): Promise<void> {
  const preamble = Buffer.alloc(preambleBytes);
  preamble.writeUInt32LE(content.length, 0);
  preamble.writeUInt32LE(crc32(content), 4);
  await file.writeFile(preamble);
  await file.writeFile(content);
}

/** The content of the next frame; throws if it is cut or damaged. */
function readFrame(opened: number): Buffer<ArrayBuffer> {
  const preamble = fill(opened, Buffer.alloc(preambleBytes));
  const length = preamble.readUInt32LE(0);
  if (length > maxBytes) throw new Error("a damaged length");
  const content = fill(opened, Buffer.alloc(length));
  if (crc32(content) !== preamble.readUInt32LE(4)) throw new Error("damaged content");
  return content;
}

/** Reads as many bytes as there is room for. */
export function fill<T extends Uint8Array>(opened: number, bytes: T): T {
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(opened, bytes, at, bytes.length - at, null);
    if (read === 0) throw new Error("a cut file");
    at += read;
  }
  return bytes;
}

export const writeJson = (file: FileHandle, value: unknown): Promise<void> =>
  writeFrame(file, Buffer.from(JSON.stringify(value)));

export const readJson = <T>(opened: number): T => JSON.parse(readFrame(opened).toString()) as T;

/** Writes a list in slices; an empty one ends it. */
export async function writeList(file: FileHandle, entries: Iterable<unknown>): Promise<void> {
  let slice: unknown[] = [];
  for (const entry of entries) {
    if (slice.push(entry) < sliceEntries) continue;
    await writeJson(file, slice);
    slice = [];
  }
  if (slice.length > 0) await writeJson(file, slice);
  await writeJson(file, []);
}

export function* readList<T>(opened: number): Generator<T> {
  for (let slice = readJson<T[]>(opened); slice.length > 0; slice = readJson<T[]>(opened)) yield* slice;
}

export async function writeBytes(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += sliceBytes)
    await writeFrame(file, bytes.subarray(at, at + sliceBytes));
}

/** Reads as many bytes as `writeBytes` was given. */
export function readBytes(opened: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += sliceBytes) bytes.set(readFrame(opened), at);
}
