import { closeSync, openSync } from "node:fs";
import { type FileHandle, mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { replaceFile } from "@marketplace/server";
import type { Column } from "./engine/column.ts";
import { type Description, describe, listsOf, restore } from "./engine/description.ts";
import { SiteIndex, type SiteRules } from "./engine/site-index.ts";
import { fill, readBytes, readJson, readList, writeBytes, writeJson, writeList } from "./frames.ts";

/** Everything that a snapshot holds. */
export interface Snapshot {
  cursor: string | undefined;
  sites: ReadonlyMap<string, SiteIndex>;
}

/** Its last character is the version: a file of another version is not read. */
const magic = "mktindx4";

interface Header {
  cursor?: string;
  sites: { siteId: string; description: Description }[];
}

/**
 * Writes a snapshot whole or not at all: into another file, which takes the name when it is on the disk.
 * After the magic the file has frames, each with a length and a checksum: a header in JSON, then the lists in
 * JSON and the typed arrays of each site, in slices, so that searches are answered between them.
 */
export async function writeSnapshot(file: string, { cursor, sites }: Snapshot): Promise<void> {
  // A copy of a site may take the place of its store while this writes.
  const stored = Array.from(sites, ([siteId, { store, rules }]) => ({ siteId, store, rules }));
  const header: Header = {
    ...(cursor === undefined ? {} : { cursor }),
    sites: stored.map(({ siteId, store, rules }) => ({ siteId, description: describe(store, rules) })),
  };
  const temporary = `${file}.tmp`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // A process that was killed while it saved has left it.
  await rm(temporary, { force: true });
  const write = async (handle: FileHandle) => {
    await handle.writeFile(magic);
    await writeJson(handle, header);
    for (const { store } of stored) {
      for (const list of listsOf(store)) await writeList(handle, list);
      for (const column of store.allColumns()) await writeBytes(handle, bytesOf(column));
    }
  };
  await replaceFile(file, write, temporary);
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
  if (fill(opened, Buffer.alloc(magic.length)).toString("latin1") !== magic)
    throw new Error("a snapshot of another version");
  const { cursor, sites } = readJson<Header>(opened);
  const restored = sites.map(({ siteId, description }) => {
    const rules = rulesOf(siteId);
    const store = restore(description, rules, {
      list: () => readList(opened),
      column: (column) => readBytes(opened, bytesOf(column)),
    });
    return [siteId, new SiteIndex(rules, store)] as const;
  });
  return { cursor, sites: new Map(restored) };
}

function bytesOf({ values }: Column): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
