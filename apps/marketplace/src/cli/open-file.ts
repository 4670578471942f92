import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { StartRefused } from "../boot/start-refused.ts";

/** A regular file that is sent as a body; throws StartRefused where it cannot be read. */
export async function openFile(path: string): Promise<Blob> {
  try {
    // A folder would show only when it is sent.
    if ((await stat(path)).isFile()) return await openAsBlob(path);
  } catch {}
  return unreadable(path);
}

export function unreadable(path: string): never {
  throw new StartRefused(`${path} cannot be read`);
}

export function unwritable(path: string, { code }: NodeJS.ErrnoException): never {
  throw new StartRefused(`${path} cannot be written (${code})`);
}
