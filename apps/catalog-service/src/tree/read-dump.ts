import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { ImportRefused } from "./import-refused.ts";

const inflate = promisify(gunzip);
const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Reads a tree file, gzip or plain: an object of category id to category. Throws ImportRefused. */
export async function readDump(file: string): Promise<Map<string, unknown>> {
  const name = basename(file);
  const bytes = await readFile(file).catch((error) => refuse(`${file} cannot be read`, error));
  const plain = isGzip(bytes)
    ? await inflate(bytes).catch((error) => refuse(`${name} is not a whole gzip file`, error))
    : bytes;
  const value = parse(name, plain);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ImportRefused(`${name} must be an object of category id to category`);
  const categories = new Map(Object.entries(value));
  if (categories.size === 0) throw new ImportRefused(`${name} holds no category`);
  return categories;
}

function parse(name: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    return refuse(`${name} is not JSON`, error);
  }
}

function refuse(what: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new ImportRefused(`${what}: ${reason.replaceAll(/\s+/g, " ")}`, { cause: error });
}
