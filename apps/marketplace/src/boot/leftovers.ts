import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sweepFileStore } from "@marketplace/invoices-service";
import { wasCutDown } from "./run-file.ts";

/** Drafts of the files that are written whole or not at all. */
const draft = /^(?:secret|contents\.json|demo\.json|sandbox\.json|run\.json|seeding)\.[0-9a-f]{12}$/;

/**
 * Removes what a product that was killed left half written, before anything that needs space is started:
 * uploads under way and drafts of files. Where another process may still be at work nothing is touched; the
 * store then goes by its own grace.
 */
export async function sweepLeftovers(dataDir: string): Promise<void> {
  if (!(await wasCutDown(dataDir))) return;
  const drafts = (await readdir(dataDir)).filter((name) => draft.test(name));
  await Promise.all(drafts.map((name) => rm(join(dataDir, name), { force: true })));
  await sweepFileStore(join(dataDir, "objects"));
}
