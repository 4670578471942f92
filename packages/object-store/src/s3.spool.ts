import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";

const READ_BYTES = 64 * 1024;

/**
 * A temporary file without a name, for a body before it is sent. S3 needs the length first, and only an
 * upload in one request is atomic, conditional and leaves nothing behind on every server. It disappears with
 * the process, whose heap does not grow with uploads; the folder may be memory, so `uploadDisk` bounds them.
 */
export async function openSpool(folder: string = tmpdir()): Promise<FileHandle> {
  const name = path.join(folder, `upload-${randomUUID()}`);
  const file = await open(name, "wx+", 0o600);
  await rm(name, { force: true });
  return file;
}

/** Reads the spool's `size` bytes from its beginning; calls `onLast` before it gives the last of them. */
export function replay(file: FileHandle, size: number, onLast: () => void): Readable {
  async function* read(): AsyncGenerator<Uint8Array> {
    for (let position = 0; position < size; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(READ_BYTES), 0, READ_BYTES, position);
      if (bytesRead === 0) throw new Error("the spool of an upload ended early");
      position += bytesRead;
      if (position === size) onLast();
      yield buffer.subarray(0, bytesRead);
    }
  }
  if (size === 0) onLast();
  return Readable.from(read(), { objectMode: false });
}
