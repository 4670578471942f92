import { randomBytes } from "node:crypto";
import { access, chmod, constants, stat } from "node:fs/promises";
import { join } from "node:path";
import { makeDirectory } from "@marketplace/database/embedded";
import { writePrivateFile } from "@marketplace/server";
import { assertWhole, beginContents } from "./contents.ts";
import { readIfPresent } from "./read-if-present.ts";
import { StartRefused } from "./start-refused.ts";

/** Creates the data directory, or throws StartRefused. */
export async function prepareDataDir(path: string): Promise<void> {
  try {
    makeDirectory(path);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : error;
    throw new StartRefused(
      `The data directory ${path} cannot be written (${reason}): set DATA_DIR to one that can`,
    );
  }
}

/** Creates or checks the data directory for a start; refuses one that lacks a part. */
export async function openDataDir(path: string): Promise<void> {
  const state = await assertWhole(path);
  await prepareDataDir(path);
  if (state === "new") await beginContents(path);
}

/** Removes other users' access: copying may have lost the file mode. */
async function closeToOthers(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) await chmod(path, 0o600);
}

/** The installation's secret for signing and encryption, created once in the data directory. */
export async function installationSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, "secret");
  const present = await readIfPresent(path);
  if (present) {
    await closeToOthers(path);
    return present;
  }
  const secret = randomBytes(32).toString("base64url");
  await writePrivateFile(path, secret);
  return secret;
}
