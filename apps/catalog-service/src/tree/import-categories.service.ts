import { checkDump } from "./check-dump.service.ts";
import { sourceOf } from "./dump-nodes.service.ts";
import { assertSite } from "./import.problems.ts";
import type { TreeSource } from "./load-tree.service.ts";
import {
  previewTree,
  type ReplaceDeps,
  type ReplacedTree,
  type ReplaceOptions,
  replaceTree,
  type TreePreview,
} from "./replace-tree.service.ts";

export interface CategoryImport extends ReplaceOptions {
  /** A file as `GET /sites/{site}/categories/all` answers it, with or without attributes, gzip or plain. */
  file: string;
  /** Site id. */
  site: string;
}

/**
 * Replaces a site's category tree with that of a file in one transaction. Categories that the file does not
 * have are deleted, or retired while items are in them; without attributes in the file each category keeps
 * its own. Throws ImportRefused with every issue and changes nothing then.
 */
export async function importCategories(deps: ReplaceDeps, request: CategoryImport): Promise<ReplacedTree> {
  const { site } = request;
  const source = await checkedSource(request);
  const beforeFirst = () => deps.snapshots.take(site, deps.clock.now());
  return replaceTree({ ...request, source, beforeFirst }, deps);
}

/** What an import would change. Throws ImportRefused as the import does. */
export async function previewImport(
  deps: Pick<ReplaceDeps, "tree">,
  request: Omit<CategoryImport, "onPreview">,
): Promise<TreePreview> {
  return previewTree({ ...request, source: await checkedSource(request) }, deps);
}

async function checkedSource({ file, site, onProgress }: CategoryImport): Promise<TreeSource> {
  assertSite(site);
  const outline = await checkDump(file, site);
  onProgress?.({ phase: "checked", done: outline.size, total: outline.size });
  return sourceOf({ file, site, outline });
}
