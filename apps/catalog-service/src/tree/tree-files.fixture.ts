import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect } from "vitest";

/** A tree as files have it. */
export type Tree = Record<string, Record<string, unknown>>;

/** A folder for files to import; call it at the top level of a test file. */
export function treeFiles() {
  const folder = mkdtempSync(join(tmpdir(), "tree-files-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  let files = 0;
  /** Writes a file and returns its path. */
  const fileOf = (content: string | Buffer | object): string => {
    const file = join(folder, `tree-${++files}.json`);
    const isRaw = typeof content === "string" || Buffer.isBuffer(content);
    writeFileSync(file, isRaw ? content : JSON.stringify(content));
    return file;
  };
  return { folder, fileOf };
}

/** The attributes that every category shows, after its own. */
export const ofEveryCategory = ["SELLER_SKU", "GTIN", "ITEM_CONDITION"].map((id) =>
  expect.objectContaining({ id }),
);

/** A category of a file; `path` names its ancestors and itself. */
export const category = (id: string, path: string[], more: object = {}) => ({
  id,
  name: `Category ${id}`,
  path_from_root: path.map((step) => ({ id: step, name: `Category ${step}` })),
  settings: { catalog_domain: "MLU-THINGS", shipping_modes: ["me2"], max_title_length: 80 },
  ...more,
});
