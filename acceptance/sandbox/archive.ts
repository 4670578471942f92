import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { extract, type Headers, pack } from "tar-stream";
import { expect } from "vitest";

interface Table {
  name: string;
  columns: string[];
  rows: number;
  bytes: number;
  sha256: string;
}

/** What an archive says of itself. */
export interface Manifest {
  version: number;
  release: string;
  clock: { offset_ms: number; frozen_at: string | null };
  contents: { users: Record<string, { id: number }>; tokens: Record<string, number> };
  databases: Record<
    string,
    { migrations: string[]; tables: Table[]; sequences: { name: string; last: string; called: boolean }[] }
  >;
  files: { path: string; bytes: number; sha256: string }[];
}

/** An archive taken apart: its manifest, and the other entries by name. */
export interface Archive {
  manifest: Manifest;
  entries: Map<string, Buffer>;
}

export async function exported(baseUrl: string, world: string, admin: string): Promise<Buffer> {
  const headers = { Authorization: `Bearer ${admin}` };
  const answer = await fetch(`${baseUrl}/_sandbox/worlds/${world}/export`, { headers });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/gzip");
  return Buffer.from(await answer.arrayBuffer());
}

export async function opened(archive: Buffer): Promise<Archive> {
  const tar = extract();
  Readable.from([gunzipSync(archive)]).pipe(tar);
  const entries = new Map<string, Buffer>();
  for await (const entry of tar) entries.set(entry.header.name, await buffer(entry));
  const [first] = entries.keys();
  expect(first).toBe("manifest.json");
  const manifest = JSON.parse(String(entries.get("manifest.json"))) as Manifest;
  entries.delete("manifest.json");
  return { manifest, entries };
}

/** Puts an archive together, with further entries at its end. */
export async function closed(
  { manifest, entries }: { manifest: object; entries: ReadonlyMap<string, Buffer> },
  ...more: [Headers, string][]
): Promise<Buffer<ArrayBuffer>> {
  const tar = pack();
  tar.entry({ name: "manifest.json" }, JSON.stringify(manifest));
  for (const [name, content] of entries) tar.entry({ name }, content);
  for (const [header, content] of more) tar.entry(header, content);
  tar.finalize();
  return Buffer.from(gzipSync(await buffer(Readable.from(tar))));
}

/** The archive with other rows in a table, and a manifest that fits them. */
export function withRows(
  archive: Archive,
  [service, table]: readonly [string, string],
  rows: string,
): Archive {
  const manifest = structuredClone(archive.manifest);
  const described = manifest.databases[service]?.tables.find(({ name }) => name === table);
  if (!described) throw new Error(`no table ${service}.${table}`);
  const content = Buffer.from(rows);
  described.rows = rows.split("\n").length - 1;
  described.bytes = content.length;
  described.sha256 = createHash("sha256").update(content).digest("hex");
  const entries = new Map(archive.entries).set(`databases/${service}/${table}.copy`, content);
  return { manifest, entries };
}
