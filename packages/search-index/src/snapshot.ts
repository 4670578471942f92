import { closeSync, openSync, readSync } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import { syncFolder } from "@marketplace/server";
import type { Column } from "./engine/column.ts";
import { type Description, describe, restore } from "./engine/description.ts";
import { SiteIndex, type SiteRules } from "./engine/site-index.ts";

/** Everything that a snapshot holds. */
export interface Snapshot {
  cursor: string | undefined;
  sites: ReadonlyMap<string, SiteIndex>;
}

/** Its last character is the version, also of the stems: a file of another version is not read. */
const magic = "mktindx2";
const preambleBytes = 16;

interface Header {
  cursor?: string;
  sites: { siteId: string; description: Description }[];
  /** Checksum of everything after the header. */
  checksum: number;
}

/**
 * * Writes a snapshot whole or not at all: into another file, which takes the name when it is on the disk.
 * The file has a preamble (magic, length and checksum of the header), a header in JSON, and the typed
 * arrays as they are.
 */
export async function writeSnapshot(file: string, { cursor, sites }: Snapshot): Promise<void> {
  const header: Header = {
    ...(cursor === undefined ? {} : { cursor }),
    sites: Array.from(sites, ([siteId, site]) => ({ siteId, description: describe(site.store, site.rules) })),
    checksum: columnsOf(sites.values()).reduce((sum, column) => crc32(bytesOf(column), sum), 0),
  };
  const json = Buffer.from(JSON.stringify(header));
  const preamble = Buffer.alloc(preambleBytes);
  preamble.write(magic);
  preamble.writeUInt32LE(json.length, 8);
  preamble.writeUInt32LE(crc32(json), 12);
  await replaceFile(file, async (handle) => {
    for (const part of [preamble, json]) await handle.writeFile(part);
    for (const column of columnsOf(sites.values())) await handle.writeFile(bytesOf(column));
  });
}

async function replaceFile(file: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const temporary = `${file}.tmp`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  try {
    await using handle = await open(temporary, "w", 0o600);
    await write(handle);
    await handle.sync();
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(file));
}

/** The snapshot of a file; an empty one if the file is missing, of another version, cut or damaged. */
export function readSnapshot(file: string, rulesOf: (siteId: string) => SiteRules): Snapshot {
  try {
    const opened = openSync(file, "r");
    try {
      return readFrom(opened, rulesOf);
    } finally {
      closeSync(opened);
    }
  } catch {
    return { cursor: undefined, sites: new Map() };
  }
}

function readFrom(opened: number, rulesOf: (siteId: string) => SiteRules): Snapshot {
  const preamble = fill(opened, Buffer.alloc(preambleBytes));
  if (preamble.toString("latin1", 0, magic.length) !== magic)
    throw new Error("a snapshot of another version");
  const json = fill(opened, Buffer.alloc(preamble.readUInt32LE(8)));
  if (crc32(json) !== preamble.readUInt32LE(12)) throw new Error("a damaged header");
  const { cursor, sites, checksum } = JSON.parse(json.toString()) as Header;
  let sum = 0;
  const read = (bytes: Uint8Array): void => {
    sum = crc32(fill(opened, bytes), sum);
  };
  const restored = sites.map(({ siteId, description }) => {
    const rules = rulesOf(siteId);
    const store = restore(description, rules, (column) => read(bytesOf(column)));
    return [siteId, new SiteIndex(rules, store)] as const;
  });
  if (sum !== checksum) throw new Error("a damaged snapshot");
  return { cursor, sites: new Map(restored) };
}

/** Reads as many bytes as there is room for. */
function fill<T extends Uint8Array>(opened: number, bytes: T): T {
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(opened, bytes, at, bytes.length - at, null);
    if (read === 0) throw new Error("a cut snapshot");
    at += read;
  }
  return bytes;
}

const columnsOf = (sites: Iterable<SiteIndex>): Column[] =>
  [...sites].flatMap(({ store }) => store.allColumns());

function bytesOf({ values }: Column): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
