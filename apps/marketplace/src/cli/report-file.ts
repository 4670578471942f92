import { writeFile } from "node:fs/promises";
import { StartRefused } from "../boot/start-refused.ts";

/** Writes a file that the command line names; throws StartRefused where it cannot. */
export async function writeReport(path: string, text: string, mode = 0o666): Promise<void> {
  await writeFile(path, text, { mode }).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`${path} cannot be written (${error.code})`);
  });
}
