import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "@marketplace/server";
import { z } from "zod";
import { readIfPresent } from "./read-if-present.ts";
import { StartRefused } from "./start-refused.ts";

/**
 * The parts of a data directory after its first start: a file that shows each, and what is lost without it.
 * Files of fiscal documents are checked one by one (files.ts).
 */
const parts = {
  postgres: { file: "postgres/cluster/PG_VERSION", why: "the databases" },
  secret: { file: "secret", why: "the key of what is encrypted in the databases" },
  "demo.json": { file: "demo.json", why: "which users and tokens were made" },
  "sandbox.json": { file: "sandbox.json", why: "users and tokens, as scripts find them" },
} as const;

type Part = keyof typeof parts;
const allParts = Object.keys(parts) as Part[]; // Object.keys gives strings.

/** `DATA_DIR/contents.json`: `begun` is written before all other parts, `whole` after all of them. */
const Contents = z.union([
  z.object({ state: z.literal("begun") }),
  z.object({ state: z.literal("whole"), secret_sha256: z.string() }),
]);
type Contents = z.output<typeof Contents>;

const contentsFile = (dataDir: string): string => join(dataDir, "contents.json");
const fingerprint = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** The state of a data directory. */
interface Found {
  contents: Contents | undefined;
  missing: Part[];
  /** A release without contents.json was killed at its first start, while it made demo data. */
  wasSeeding: boolean;
}

async function lookInto(dataDir: string): Promise<Found> {
  const text = (file: string) => readIfPresent(join(dataDir, file)).catch(unlessNoFolder);
  const found = await Promise.all(
    allParts.map(async (part) => ((await text(parts[part].file)) ? [] : [part])),
  );
  const missing = found.flat();
  const written = await text("contents.json");
  return {
    contents: written === undefined ? undefined : parsed(dataDir, written),
    missing,
    wasSeeding: (await text("seeding")) !== undefined && missing.includes("demo.json"),
  };
}

/** A path below a file is missing too. A path without permission is not missing: the start is refused. */
function unlessNoFolder(error: unknown): undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOTDIR") return undefined;
  if (code !== "EACCES" && code !== "EPERM") throw error;
  const { message } = error as Error; // Only errors have a code.
  throw new StartRefused(`The data directory cannot be read (${message}): set DATA_DIR to one that can`);
}

function parsed(dataDir: string, text: string): Contents {
  try {
    return Contents.parse(JSON.parse(text));
  } catch (cause) {
    const advice = "copy the directory again, with all that is in it (cp -a)";
    throw new StartRefused(`${contentsFile(dataDir)} is damaged: ${advice}`, { cause });
  }
}

/**
 * Throws StartRefused for a data directory that lacks a part, as an incomplete copy does. Nothing is made or
 * removed before this check. Gives `new` when the first start has not been completed.
 */
export async function assertWhole(dataDir: string): Promise<"new" | "whole"> {
  const { contents, missing, wasSeeding } = await lookInto(dataDir);
  if (contents?.state === "begun" || wasSeeding) return "new";
  // Without contents.json it is empty, or of an earlier release, which had the same parts.
  if (!contents && missing.length === allParts.length && !(await hasObjects(dataDir))) return "new";
  if (missing.length > 0) throw incomplete(dataDir, missing);
  const secret = (await readIfPresent(join(dataDir, "secret"))) ?? "";
  if (contents && contents.secret_sha256 !== fingerprint(secret)) throw incomplete(dataDir, ["secret"]);
  return "whole";
}

const hasObjects = async (dataDir: string): Promise<boolean> =>
  (await stat(join(dataDir, "objects", "objects")).catch(() => undefined))?.isDirectory() ?? false;

function incomplete(dataDir: string, missing: readonly Part[]): StartRefused {
  const named = missing.map((part) => `${part} (${parts[part].why})`).join(", ");
  return new StartRefused(
    `The data directory ${dataDir} is not whole, nothing was changed in it; missing, empty or of another one: ${named}. ` +
      "Copy it again with all that is in it (cp -a, with the product stopped), or restore a backup; " +
      "to begin again without its data, set DATA_DIR to an empty directory",
  );
}

/** Throws StartRefused for a directory that the product was never started on. Tools make no directory. */
export async function assertInstalled(dataDir: string): Promise<void> {
  if ((await assertWhole(dataDir)) === "whole") return;
  throw new StartRefused(
    `${dataDir} holds no marketplace, and nothing was made there: set DATA_DIR to the directory of one that was started`,
  );
}

/** Marks the beginning of a first start: if it is killed, the next start may begin again. */
export const beginContents = (dataDir: string): Promise<void> => write(dataDir, { state: "begun" });

/** Marks the end of a first start: from now on no part may be missing. */
export async function completeContents(dataDir: string): Promise<void> {
  const secret = (await readIfPresent(join(dataDir, "secret"))) ?? "";
  await write(dataDir, { state: "whole", secret_sha256: fingerprint(secret) });
}

const write = (dataDir: string, contents: Contents): Promise<void> =>
  writePrivateFile(contentsFile(dataDir), `${JSON.stringify(contents)}\n`);
