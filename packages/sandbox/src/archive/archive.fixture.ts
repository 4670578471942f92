import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { services } from "@marketplace/database";
import { type Headers, pack } from "tar-stream";
import type { Manifest } from "./manifest.schema.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const contentOf = (text: string) => ({ bytes: Buffer.byteLength(text), sha256: sha256(text) });

export const rows = "1\tone\n2\ttwo\n";
export const file = "the bytes of a file";

/** A manifest of a table in each database, and of a file. */
export function manifestWith(changes: Partial<Manifest> = {}): Manifest {
  const database = {
    migrations: ["20260101000000_init abc"],
    tables: [{ name: "words", columns: ["id", "word"], rows: 2, ...contentOf(rows) }],
    sequences: [],
  };
  return {
    format: "marketplace-world",
    version: 1,
    release: "0.1.0",
    created_at: "2026-01-02T03:04:05.000Z",
    world: { id: "w10000", from: "demo" },
    clock: { offset_ms: 0, frozen_at: null },
    contents: { users: {}, applications: {}, tokens: {}, fixtures: {} },
    databases: {
      catalog: database,
      questions: database,
      invoices: database,
      orders: database,
      flex: database,
      gateway: database,
    },
    files: [{ path: "objects/objects/3f/pictures=2F1", ...contentOf(file) }],
    ...changes,
  };
}

export type TestEntry = [header: string | Headers, content: string];

/** The entries of an archive with this manifest. */
export const entriesWith = (manifest: object = manifestWith()): TestEntry[] => [
  ["manifest.json", JSON.stringify(manifest)],
  ...services.map((name): TestEntry => [`databases/${name}/words.copy`, rows]),
  ["files/objects/objects/3f/pictures=2F1", file],
];

export async function tarOf(entries: readonly TestEntry[]): Promise<Buffer> {
  const tar = pack();
  for (const [header, content] of entries)
    tar.entry(typeof header === "string" ? { name: header } : header, content);
  tar.finalize();
  return buffer(Readable.from(tar));
}

export const archiveOf = async (entries: readonly TestEntry[]): Promise<Buffer> =>
  gzipSync(await tarOf(entries));
