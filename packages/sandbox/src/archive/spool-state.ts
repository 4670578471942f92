import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Service, services } from "@marketplace/database";
import type { TableShape, Tables } from "@marketplace/database/embedded";
import { entriesOf } from "../worlds/link-tree.ts";
import type { States } from "../worlds/states.ts";
import type { ArchivedDatabase, ArchivedFile, ArchivedTable, Manifest } from "./manifest.schema.ts";
import { createMeter } from "./meter.ts";
import { tablePart } from "./parts.ts";

interface Spooling {
  states: States;
  /** Of a state that nothing uses. */
  key: string;
  folder: string;
  /** Tables of a database whose rows stay here. */
  leftOut(service: Service): readonly string[];
}

/** Writes the rows of a state into files, because a tar needs their sizes first. */
export async function spoolDatabases({
  states,
  key,
  folder,
  leftOut,
}: Spooling): Promise<Manifest["databases"]> {
  const databases: [Service, ArchivedDatabase][] = [];
  for (const service of services) {
    const spooled = await states.withTables(key, service, (tables) =>
      spoolDatabase(tables, { service, folder, leftOut: leftOut(service) }),
    );
    databases.push([service, spooled]);
  }
  // All services are in the list.
  return Object.fromEntries(databases) as Manifest["databases"];
}

async function spoolDatabase(
  tables: Tables,
  { service, folder, leftOut }: { service: Service; folder: string; leftOut: readonly string[] },
): Promise<ArchivedDatabase> {
  const { tables: all, sequences, migrations } = await tables.shape();
  const spooled: ArchivedTable[] = [];
  for (const table of all.filter(({ name }) => !leftOut.includes(name)))
    spooled.push(await spoolTable(tables, table, join(folder, tablePart(service, table.name))));
  return { migrations, tables: spooled, sequences: await tables.sequences(sequences) };
}

async function spoolTable(tables: Tables, table: TableShape, path: string): Promise<ArchivedTable> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const meter = createMeter();
  const rows = tables.read(table);
  await pipeline(rows, meter.through, createWriteStream(path, { flags: "wx", mode: 0o600 }));
  return { ...table, rows: rows.rowCount, ...meter.result() };
}

/** The stores whose files an archive carries; the search index is rebuilt. */
const stores = ["objects", "mail"] as const;

/** The files of a state that nothing uses, by their paths in its folder. */
export async function filesOfState(folder: string): Promise<ArchivedFile[]> {
  const files: ArchivedFile[] = [];
  for (const path of (await Promise.all(stores.map((store) => pathsIn(folder, store)))).flat())
    files.push({ path, ...(await measured(join(folder, path))) });
  return files;
}

async function pathsIn(root: string, folder: string): Promise<string[]> {
  const entries = await entriesOf(join(root, folder));
  const found = entries.map(async (entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return pathsIn(root, path);
    return entry.isFile() ? [path] : [];
  });
  return (await Promise.all(found)).flat().toSorted();
}

async function measured(path: string) {
  const meter = createMeter();
  for await (const _ of meter.through(createReadStream(path))) {
    // The meter counts.
  }
  return meter.result();
}
