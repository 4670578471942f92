import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** How the product is started. */
export interface Program {
  command: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
}

/** Of the repository, in which this package may lie. */
const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** The product of the repository that this package is in, else the package installed beside the tests. */
export function findProgram(folder = process.cwd(), root = repository): Program {
  const script = join(root, "scripts/start.mjs");
  if (existsSync(script)) {
    // The repository's own Node and turbo.
    const path = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
    return { command: "node", args: [script], cwd: root, env: { PATH: path } };
  }
  return { command: process.execPath, args: [installedProduct(folder), "start"], cwd: folder, env: {} };
}

/** Looked up from the folder upwards, as Node does. `require.resolve` would look in NODE_PATH as well. */
function installedProduct(folder: string): string {
  const installed = join(folder, "node_modules/marketplace-api");
  if (existsSync(join(installed, "package.json"))) return join(installed, "bin/marketplace-api.js");
  const above = dirname(folder);
  if (above !== folder) return installedProduct(above);
  throw new Error(
    "No product to start: install the package marketplace-api, or name a running product (url, MARKETPLACE_URL)",
  );
}
