import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { sweepFileStore } from "@marketplace/invoices-service";
import { wasCutDown } from "./run-file.ts";

/** Temporary names of atomically written files. */
const draft = /^(?:secret|contents\.json|demo\.json|sandbox\.json|run\.json|seeding)\.[0-9a-f]{12}$/;

/**
 * Deletes unfinished uploads and temporary files of a killed product before the start needs disk space.
 * Deletes nothing while another process may run; the file store then uses its own grace period.
 */
export async function sweepLeftovers(dataDir: string): Promise<void> {
  if (!(await wasCutDown(dataDir))) return;
  const drafts = (await readdir(dataDir)).filter((name) => draft.test(name));
  await Promise.all(drafts.map((name) => rm(join(dataDir, name), { force: true })));
  await sweepFileStore(join(dataDir, "objects"));
}
