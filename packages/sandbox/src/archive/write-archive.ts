import { createReadStream } from "node:fs";
import { pipeline as piped, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { type Pack, pack } from "tar-stream";
import { type Manifest, manifestName } from "./manifest.schema.ts";
import { partsOf } from "./parts.ts";

interface Sources {
  manifest: Manifest;
  /** Where a part is stored. */
  pathOf(part: string): string;
}

/** An archive as it is sent: a tar of the manifest and all parts, compressed. */
export function writeArchive(sources: Sources): Readable {
  const tar = pack();
  const archive = createGzip({ level: constants.Z_BEST_SPEED });
  // Its failures, such as a client that leaves, are those of the archive.
  piped(tar, archive, () => {});
  fill(tar, sources).catch((error: Error) => tar.destroy(error));
  return archive;
}

async function fill(tar: Pack, { manifest, pathOf }: Sources): Promise<void> {
  const usual = { mode: 0o600, mtime: new Date(manifest.created_at) };
  tar.entry({ ...usual, name: manifestName }, JSON.stringify(manifest));
  for (const { name, bytes } of partsOf(manifest).values())
    await pipeline(createReadStream(pathOf(name)), tar.entry({ ...usual, name, size: bytes }));
  tar.finalize();
}
