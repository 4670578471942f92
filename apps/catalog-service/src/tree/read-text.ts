import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { ImportRefused } from "./import-refused.ts";

const inflate = promisify(gunzip);
const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The UTF-8 text of a file to import, gzip or plain. Throws ImportRefused. */
export async function readText(file: string): Promise<string> {
  const name = basename(file);
  const bytes = await readFile(file).catch((error) => refuse(`${file} cannot be read`, error));
  const plain = isGzip(bytes)
    ? await inflate(bytes).catch((error) => refuse(`${name} is not a whole gzip file`, error))
    : bytes;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch (error) {
    return refuse(`line ${lineNotUtf8(plain)} of ${name} is not UTF-8 text`, error);
  }
}

/** The first line, from 1 on, that is no UTF-8: no other character has the byte of a line end in it. */
function lineNotUtf8(bytes: Buffer): number {
  for (let line = 1, from = 0; ; line++) {
    const end = bytes.indexOf("\n", from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return line;
    from = end + 1;
  }
}

/** Refuses with the reason that an error gives, on one line. */
export function refuse(what: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new ImportRefused(`${what}: ${reason.replaceAll(/\s+/g, " ")}`, { cause: error });
}
