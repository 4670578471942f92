import { checkDump } from "./check-dump.service.ts";
import { sourceOf } from "./dump-nodes.service.ts";
import { assertSite } from "./import.problems.ts";
import { type LoadDeps, type LoadResult, loadFrom } from "./load-tree.service.ts";

/** Categories done of all in this phase. */
export interface ImportProgress {
  phase: "checked" | "stored";
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
 * Replaces a site's category tree with that of a file in one transaction. Categories that the file does not
 * have are deleted, or retired while items are in them. Throws ImportRefused with every issue and changes
 * nothing then.
 */
export async function importCategories(
  deps: LoadDeps,
  { file, site, onProgress = () => {} }: CategoryImport,
): Promise<LoadResult> {
  assertSite(site);
  const outline = await checkDump(file, site);
  const total = outline.size;
  onProgress({ phase: "checked", done: total, total });
  const source = sourceOf({ file, site, outline }, deps.tree);
  const onStored = (done: number) => onProgress({ phase: "stored", done, total });
  return loadFrom(site, source, { ...deps, onStored });
}
