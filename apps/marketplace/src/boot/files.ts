import { findMissingFiles, readConfig } from "@marketplace/invoices-service";
import { environmentsFor, type SharedSettings } from "./environments.ts";
import { StartRefused } from "./start-refused.ts";

/** Refuses a data directory without all files of its fiscal documents, before anything in it changes. */
export async function assertFilesPresent(settings: SharedSettings): Promise<void> {
  const { dataDir } = settings;
  const { documents, missing } = await findMissingFiles(readConfig(environmentsFor(settings)("invoices")));
  if (missing === 0) return;
  throw new StartRefused(
    `The data directory ${dataDir} is not whole: objects lacks ${missing} of the ${documents} files of fiscal documents; ` +
      "nothing was changed in it. Copy it again with all that is in it " +
      "(cp -a, rsync -a), or restore a backup; `marketplace invoices reconcile` lists what is lost, and with --mend gives it up",
  );
}
