import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type Entry, extract } from "tar-stream";
import { ArchiveRefused } from "./archive-refused.ts";
import { bounds, type Manifest, manifestName } from "./manifest.schema.ts";
import { createMeter } from "./meter.ts";
import { type Part, partsOf } from "./parts.ts";
import { onlyPlainFiles } from "./plain-files.ts";
import { readManifest } from "./read-manifest.ts";

interface Receiving {
  /** Where the parts are put, under their names. */
  folder: string;
  /** Refuses what does not fit this product; called once, before anything but the manifest is stored. */
  accept(manifest: Manifest, bytes: number): Promise<void>;
}

/** What a tar adds to its files: headers, and blocks that are filled up. */
const overhead = bounds.parts * 2_048 + bounds.manifestBytes;

/** Reads an archive to its end and checks it whole; throws ArchiveRefused. */
export async function receiveArchive(body: Readable, receiving: Receiving): Promise<Manifest> {
  const tar = extract();
  const feeding = pipeline(
    body,
    createGunzip(),
    (source) => onlyPlainFiles(source, bounds.bytes + overhead),
    tar,
  );
  const reading = readEntries(tar, receiving);
  reading.catch((error: unknown) => tar.destroy(error instanceof Error ? error : undefined));
  const [fed, read] = await Promise.allSettled([feeding, reading]);
  if (fed.status === "fulfilled" && read.status === "fulfilled") return read.value;
  throw causeOf([read, fed].flatMap((one) => (one.status === "rejected" ? [one.reason] : [])));
}

/** Of two streams that fail together one has the cause, and the other only the end of the first. */
function causeOf(reasons: readonly unknown[]): unknown {
  const isEcho = (reason: unknown) =>
    reason instanceof Error && /\b(?:premature|destroyed)/i.test(reason.message);
  const refusals = reasons.map((reason) => (reason instanceof ArchiveRefused ? reason : refusalOf(reason)));
  return refusals.find(Boolean) ?? reasons.find((reason) => !isEcho(reason)) ?? reasons[0];
}

async function readEntries(tar: AsyncIterable<Entry>, receiving: Receiving): Promise<Manifest> {
  let manifest: Manifest | undefined;
  let parts = new Map<string, Part>();
  for await (const entry of tar) {
    const { name } = entry.header;
    if (manifest) {
      await store(entry, expected(parts, entry), receiving.folder);
      parts.delete(name);
      continue;
    }
    if (name !== manifestName)
      throw new ArchiveRefused("no_manifest", `the archive does not begin with ${manifestName}`);
    manifest = await readManifest(entry);
    parts = partsOf(manifest);
    await receiving.accept(manifest, bytesOf(parts));
  }
  if (!manifest) throw new ArchiveRefused("no_manifest", `the archive has no ${manifestName}: it is empty`);
  const [missing] = parts.keys();
  if (missing !== undefined) throw new ArchiveRefused("missing_entry", `the archive lacks ${missing}`);
  return manifest;
}

/** The sum of what is to be stored; refused over the bound before anything is. */
function bytesOf(parts: ReadonlyMap<string, Part>): number {
  const bytes = [...parts.values()].reduce((sum, part) => sum + part.bytes, 0);
  if (bytes <= bounds.bytes && parts.size <= bounds.parts) return bytes;
  const most = `${bounds.parts} files of ${bounds.bytes} bytes together`;
  throw new ArchiveRefused("too_large", `an archive has at most ${most}`);
}

/** What the manifest says of an entry. */
function expected(parts: ReadonlyMap<string, Part>, { header: { name, size, type } }: Entry): Part {
  const part = parts.get(name);
  // The name is shown as JSON: it may hold anything.
  const shown = JSON.stringify(name.slice(0, 200));
  if (!part || type !== "file") {
    const why = `the archive holds ${shown}, which its manifest does not name, or twice`;
    throw new ArchiveRefused("unknown_entry", why, { entry: name.slice(0, 200) });
  }
  if (size === part.bytes) return part;
  const why = `${name} has ${size} bytes, and ${part.bytes} by the manifest`;
  throw new ArchiveRefused("wrong_size", why, { entry: name });
}

async function store(entry: Entry, { name, sha256 }: Part, folder: string): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const meter = createMeter();
  await pipeline(() => meter.through(entry), createWriteStream(path, { flags: "wx", mode: 0o600 }));
  if (meter.result().sha256 === sha256) return;
  throw new ArchiveRefused("wrong_checksum", `${name} is not what the manifest says: its SHA-256 differs`, {
    entry: name,
  });
}

/** Errors of the decoders, which only the content of the archive can cause. */
function refusalOf(reason: unknown): ArchiveRefused | undefined {
  if (!(reason instanceof Error)) return undefined;
  const code = "code" in reason ? String(reason.code) : "";
  if (code === "Z_BUF_ERROR")
    return new ArchiveRefused("cut_off", "the archive is cut off", { cause: reason });
  if (code.startsWith("Z_"))
    return new ArchiveRefused("not_gzip", `the archive is no gzip: ${reason.message}`, { cause: reason });
  if (reason.message === "Unexpected end of data")
    return new ArchiveRefused("cut_off", "the archive is cut off", { cause: reason });
  if (/^Invalid tar header/.test(reason.message))
    return new ArchiveRefused("not_a_tar", "the archive is no tar: a header is wrong", { cause: reason });
  return undefined;
}
