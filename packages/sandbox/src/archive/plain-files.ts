import { ArchiveRefused } from "./archive-refused.ts";

const blockBytes = 512;
/** Offsets of a tar header (POSIX.1-1988, ustar). */
const sizeField = [124, 136] as const;
const typeField = 156;
const magicField = [257, 262] as const;
const regular = new Set([0, "0".charCodeAt(0)]);

const kinds: Readonly<Record<string, string>> = {
  1: "a hard link",
  2: "a symbolic link",
  3: "a device",
  4: "a device",
  5: "a folder",
  6: "a pipe",
};

/**
 * Passes a tar on while it holds plain files only, `most` bytes of it at most. Links and devices end it here,
 * and so do headers of extensions, which the parser would keep in memory whole.
 */
export async function* onlyPlainFiles(tar: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let total = 0;
  /** Bytes of a header that is not complete. */
  let header = Buffer.alloc(0);
  /** Bytes until the next header. */
  let content = 0;
  for await (const chunk of tar) {
    total += chunk.length;
    if (total > most) throw new ArchiveRefused("too_large", `the archive unpacks to more than ${most} bytes`);
    let at = 0;
    while (at < chunk.length) {
      if (content > 0) {
        const skipped = Math.min(content, chunk.length - at);
        content -= skipped;
        at += skipped;
        continue;
      }
      const part = chunk.subarray(at, at + blockBytes - header.length);
      header = Buffer.concat([header, part]);
      at += part.length;
      if (header.length < blockBytes) break;
      content = contentOf(header);
      header = Buffer.alloc(0);
    }
    yield chunk;
  }
}

/** How many bytes follow a header, in whole blocks. */
function contentOf(header: Buffer): number {
  // Two empty blocks end an archive.
  if (header.every((byte) => byte === 0)) return 0;
  if (header.toString("latin1", ...magicField) !== "ustar")
    throw new ArchiveRefused("not_a_tar", "the archive is no tar");
  const type = header[typeField] ?? 0;
  if (!regular.has(type)) {
    const kind = kinds[String.fromCharCode(type)] ?? "no plain file";
    throw new ArchiveRefused("unknown_entry", `an entry is ${kind}: an archive holds plain files only`);
  }
  const [, digits] = /^([0-7]{11})[ \0]$/.exec(header.toString("latin1", ...sizeField)) ?? [];
  if (digits === undefined)
    throw new ArchiveRefused("not_a_tar", "the archive is no tar: an entry has no size");
  return Math.ceil(Number.parseInt(digits, 8) / blockBytes) * blockBytes;
}
