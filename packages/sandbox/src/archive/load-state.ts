import { createReadStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Service, services } from "@marketplace/database";
import { RowsRefused, type Tables } from "@marketplace/database/embedded";
import { syncFolder } from "@marketplace/server";
import { unlessGone } from "../worlds/link-tree.ts";
import type { States } from "../worlds/states.ts";
import { ArchiveRefused } from "./archive-refused.ts";
import type { ArchivedDatabase, Manifest } from "./manifest.schema.ts";
import { filePart, tablePart } from "./parts.ts";

interface Loading {
  states: States;
  /** Of a copy of the state `empty`, which nothing uses. */
  key: string;
  /** Where the parts of the archive are. */
  folder: string;
  manifest: Manifest;
  /** Tables whose rows are the server's. */
  kept: readonly string[];
}

/** Replaces what a state has stored by what was received; throws ArchiveRefused for rows that do not fit. */
export async function loadState({ states, key, folder, manifest, kept }: Loading): Promise<void> {
  for (const service of services)
    await states
      .withTables(key, service, (tables) =>
        loadDatabase(tables, { service, archived: manifest.databases[service], folder, kept }),
      )
      .catch(asRefusal);
  for (const store of ["objects", "mail", "search-index"])
    await moveStore(join(folder, filePart(store)), join(states.folderOf(key), store));
  await syncFolder(states.folderOf(key));
}

interface LoadingDatabase extends Pick<Loading, "folder" | "kept"> {
  service: Service;
  archived: ArchivedDatabase;
}

async function loadDatabase(
  tables: Tables,
  { service, archived, folder, kept }: LoadingDatabase,
): Promise<void> {
  const { tables: ours } = await tables.shape();
  await tables.empty(ours.map(({ name }) => name).filter((name) => !kept.includes(name)));
  for (const { name } of ours) {
    const table = archived.tables.find((one) => one.name === name);
    if (!table) continue;
    const entry = tablePart(service, name);
    const written = await tables.write(table, createReadStream(join(folder, entry)));
    if (written === table.rows) continue;
    const why = `${entry} has ${written} rows, and ${table.rows} by the manifest`;
    throw new ArchiveRefused("wrong_rows", why, { entry });
  }
  await tables.advance(archived.sequences);
}

function asRefusal(error: unknown): never {
  if (!(error instanceof RowsRefused)) throw error;
  throw new ArchiveRefused("wrong_rows", `rows do not fit: ${error.message}`, { cause: error });
}

/** Both folders are in the lab's, on one disk. The copy of `empty` has files of its own, which go. */
async function moveStore(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await rename(from, to).catch(unlessGone);
}
