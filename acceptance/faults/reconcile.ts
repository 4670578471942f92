import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Lists the differences between rows and stored files of a data directory by the command-line tool. The
 * variables name the object store when it is not in the directory.
 */
export async function reconcile(dataDir: string, store: Record<string, string> = {}): Promise<string[]> {
  const { stdout } = await promisify(execFile)("node", ["scripts/marketplace.mjs", "invoices", "reconcile"], {
    cwd: root,
    env: { ...process.env, ...store, DATA_DIR: dataDir },
  });
  const lines = stdout.trim().split("\n");
  const summary = lines.pop() ?? "";
  if (!summary.includes('"differences"')) throw new Error(`reconcile printed no summary: ${stdout}`);
  return lines.map((line) => `reconcile: ${line}`);
}
