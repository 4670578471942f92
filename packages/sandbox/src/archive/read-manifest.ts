import { firstIssueText } from "@marketplace/conventions";
import { z } from "zod";
import { ArchiveRefused } from "./archive-refused.ts";
import { bounds, Manifest, manifestName } from "./manifest.schema.ts";

/** Reads the first entry of an archive, which has a bounded size. */
export async function readManifest(entry: AsyncIterable<Buffer>): Promise<Manifest> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of entry) {
    bytes += chunk.length;
    if (bytes > bounds.manifestBytes)
      throw refused("too_large", `has more than ${bounds.manifestBytes} bytes`);
    chunks.push(chunk);
  }
  return parsed(Buffer.concat(chunks).toString("utf8"));
}

function parsed(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw refused("no_manifest", "is no JSON", cause);
  }
  const version = Version.safeParse(value);
  if (version.success && version.data.version !== 1)
    throw refused("other_version", `has version ${version.data.version}, and this release reads version 1`);
  const manifest = Manifest.safeParse(value);
  if (manifest.success) return manifest.data;
  throw refused("no_manifest", `does not fit: ${firstIssueText(manifest.error)}`, manifest.error);
}

const Version = z.looseObject({ format: z.literal("marketplace-world"), version: z.number() });

const refused = (code: string, why: string, cause?: unknown): ArchiveRefused =>
  new ArchiveRefused(code, `${manifestName} ${why}`, { entry: manifestName, cause });
