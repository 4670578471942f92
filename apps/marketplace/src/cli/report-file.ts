import { writeFile } from "node:fs/promises";
import { unwritable } from "./open-file.ts";

/** Writes a file that the command line names; throws StartRefused where it cannot. */
export async function writeReport(path: string, text: string, mode = 0o666): Promise<void> {
  await writeFile(path, text, { mode }).catch((error) => unwritable(path, error));
}
