import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { preparedVariable } from "./prepared.ts";

/** A vitest globalSetup: test files, and the projects of one run, share a folder of data directories. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[preparedVariable]) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "marketplace-prepared-"));
  // Workers and the products' start commands inherit it.
  process.env[preparedVariable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
