import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

/**
 * The folder in which the suites of a run share data directories of first starts. A first start takes many
 * times the CPU time of a later one, and is the subject of few tests.
 */
export const preparedVariable = "ACCEPTANCE_PREPARED";

/** What makes a data directory: a first start, and the stop after it. */
type Make = (dataDir: string) => Promise<void>;

/** How long a first start may take on a busy machine: it takes a minute of CPU time. */
export const firstStartMs = 600_000;

/** How long others wait for a first start and the stop after it. */
const timeoutMs = firstStartMs + 100_000;

/**
 * Copies a data directory that a first start has left, which the first caller of a run makes. Does nothing
 * where no folder is shared: then the start is a first one.
 */
export async function copyPrepared(name: "demo" | "none", dataDir: string, make: Make): Promise<void> {
  const folder = process.env[preparedVariable];
  if (!folder) return;
  const original = join(folder, name);
  const deadline = Date.now() + timeoutMs;
  while (!existsSync(original)) {
    if (Date.now() > deadline) throw new Error(`${original} was not prepared within ${timeoutMs} ms`);
    if (!(await madeByUs(original, make))) await delay(200);
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // As docs/backup-and-restore.md says; -p keeps owners and modes.
  await promisify(execFile)("cp", ["-Rp", `${original}/.`, dataDir]);
}

/** Makes the original, unless another process is at it. */
async function madeByUs(original: string, make: Make): Promise<boolean> {
  const lock = `${original}.lock`;
  const isOurs = await mkdir(lock).then(
    () => true,
    () => false,
  );
  if (!isOurs) return false;
  try {
    // Another may have finished before the lock was ours.
    if (existsSync(original)) return true;
    const draft = join(lock, "data");
    await make(draft);
    await rename(draft, original);
    return true;
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}
