import { type Service, services } from "@marketplace/database";
import { ArchiveRefused } from "./archive-refused.ts";
import type { Manifest } from "./manifest.schema.ts";

/** An entry of an archive behind its manifest. */
export interface Part {
  /** Its name in the archive, and its path in a folder. */
  name: string;
  bytes: number;
  sha256: string;
}

export const tablePart = (service: Service, table: string): string => `databases/${service}/${table}.copy`;

export const filePart = (path: string): string => `files/${path}`;

/** What follows the manifest, in its order; refuses a manifest that names an entry twice, or in another. */
export function partsOf({ databases, files }: Pick<Manifest, "databases" | "files">): Map<string, Part> {
  const tables = services.flatMap((service) =>
    databases[service].tables.map(({ name, bytes, sha256 }) => ({
      name: tablePart(service, name),
      bytes,
      sha256,
    })),
  );
  const all = [
    ...tables,
    ...files.map(({ path, bytes, sha256 }) => ({ name: filePart(path), bytes, sha256 })),
  ];
  const parts = new Map(all.map((part) => [part.name, part]));
  if (parts.size !== all.length)
    throw new ArchiveRefused("repeated_entry", "the manifest names an entry twice");
  for (const { path } of files) {
    const folder = foldersOf(path).find((one) => parts.has(filePart(one)));
    if (folder !== undefined)
      throw new ArchiveRefused("repeated_entry", `the manifest names ${folder} as a file and as a folder`);
  }
  return parts;
}

/** The folders that a file is in, the outermost first. */
const foldersOf = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
