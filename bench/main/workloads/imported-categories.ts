import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Product } from "../product.ts";
import { contentOf, importedSite } from "./content.ts";

const copies = 10;
const root = new URL("../../..", import.meta.url).pathname;

/** Copies the demo's category tree under ids of another site, as a file that an operator could import. */
export async function categoryCopies(product: Product): Promise<{ file: Buffer; ids: string[] }> {
  const text = gunzipSync(await contentOf(product).tree("MLA")).toString();
  const copy = (number: number): object =>
    JSON.parse(
      text
        .replaceAll(/"MLA(\d+)"/g, `"${importedSite}${number}0$1"`)
        .replaceAll(/"MLA-/g, `"${importedSite}-`),
    );
  const categories = Object.assign({}, ...Array.from({ length: copies }, (_, index) => copy(index + 1)));
  return { file: gzipSync(JSON.stringify(categories)), ids: Object.keys(categories) };
}

/** Imports a tree into a data directory by the command-line tool. Importing it again changes nothing. */
export function importCategories(dataDir: string, file: Buffer): void {
  const path = join(dataDir, "bench-categories.json.gz");
  writeFileSync(path, file);
  const words = ["import", "categories", path, "--site", importedSite, "--yes"];
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts/marketplace.mjs"), ...words], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the categories were not imported: ${stderr}`);
}
