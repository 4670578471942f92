import { checkDump } from "./check-dump.ts";
import { nodesOf } from "./dump-nodes.ts";
import { assertSite } from "./import-refused.ts";
import { type LoadDeps, type LoadResult, loadTree } from "./load-tree.ts";
import { readDump } from "./read-dump.ts";

/** How far an import is: categories done of all, in this phase. */
export interface ImportProgress {
  phase: "read" | "checked" | "stored";
  done: number;
  total: number;
}

export interface CategoryImport {
  /** A file as `GET /sites/{site}/categories/all` answers it, with or without attributes, gzip or plain. */
  file: string;
  /** Site id. */
  site: string;
  onProgress?: (progress: ImportProgress) => void;
}

/**
 * Replaces a site's category tree by a file's, in one transaction. Categories that the file does not have are deleted, or
 * retired while items are in them. Throws ImportRefused, whose one line names the fault, and then nothing has changed.
 */
export async function importCategories(
  deps: LoadDeps,
  { file, site, onProgress = () => {} }: CategoryImport,
): Promise<LoadResult> {
  assertSite(site);
  const entries = await readDump(file);
  const total = entries.size;
  onProgress({ phase: "read", done: total, total });
  const categories = checkDump(entries, site);
  onProgress({ phase: "checked", done: total, total });
  const nodes = nodesOf(categories, site, await deps.tree.shipping(site));
  const onStored = (done: number) => onProgress({ phase: "stored", done, total });
  return loadTree(site, nodes, { ...deps, onStored });
}
