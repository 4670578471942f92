import { type Service, services } from "@marketplace/database";
import type { DatabaseShape } from "@marketplace/database/embedded";
import { ArchiveRefused } from "./archive-refused.ts";
import { type ArchivedDatabase, type Manifest, manifestName } from "./manifest.schema.ts";

/** What rows of this release are like. */
export type ShapeOf = (service: Service) => Promise<DatabaseShape>;

/** Refuses an archive whose rows are not those of this release. */
export async function assertFitsRelease(manifest: Manifest, shapeOf: ShapeOf): Promise<void> {
  for (const service of services) {
    const archived = manifest.databases[service];
    const shape = await shapeOf(service);
    assertSameMigrations(archived, shape, `release ${manifest.release}, whose database of ${service}`);
    assertSame(
      `tables of ${service}`,
      archived.tables.map(({ name }) => name),
      shape.tables.map(({ name }) => name),
    );
    assertSame(
      `sequences of ${service}`,
      archived.sequences.map(({ name }) => name),
      shape.sequences,
    );
    for (const { name, columns } of shape.tables)
      assertSame(
        `columns of ${service}.${name}`,
        archived.tables.find((table) => table.name === name)?.columns ?? [],
        columns,
      );
  }
}

function assertSameMigrations(
  { migrations }: ArchivedDatabase,
  shape: DatabaseShape,
  ofRelease: string,
): void {
  const [lacking] = shape.migrations.filter((one) => !migrations.includes(one));
  const [unknown] = migrations.filter((one) => !shape.migrations.includes(one));
  if (lacking === undefined && unknown === undefined) return;
  const [difference = ""] = [lacking ?? unknown];
  const [name] = difference.split(" ", 1);
  const how = lacking === undefined ? "has a migration that is not ours" : "lacks the migration";
  throw refused("other_release", `the archive is of ${ofRelease} ${how}: ${name}`);
}

/** Compares names as sets; a name that is there twice is not ours either. */
function assertSame(what: string, given: readonly string[], ours: readonly string[]): void {
  const lacking = ours.find((name) => !given.includes(name));
  if (lacking !== undefined) throw refused("wrong_shape", `${what}: ${lacking} is missing`);
  const unknown = given.find((name) => !ours.includes(name));
  if (unknown !== undefined) throw refused("wrong_shape", `${what}: ${unknown} is not ours`);
  if (given.length !== ours.length) throw refused("wrong_shape", `${what}: one is named twice`);
}

const refused = (code: string, message: string): ArchiveRefused =>
  new ArchiveRefused(code, message, { entry: manifestName });
