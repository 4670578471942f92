import { ImportRefused } from "./import.problems.ts";
import { compared, type LoadDeps, type LoadResult, loadFrom, type TreeSource } from "./load-tree.service.ts";
import type { NamedChange, TreeChanges, TreeComparison } from "./tree-comparison.rules.ts";
import type { TreeSnapshotsRepo } from "./tree-snapshots.repo.ts";

/** What would change. */
export interface TreePreview {
  changes: TreeChanges;
  /** The first changes of each kind by name, losses first. */
  named: NamedChange[];
  /** Whether categories, attributes or listed values would be removed. */
  loses: boolean;
}

/** Categories done of all in this phase. */
export interface ImportProgress {
  phase: "checked" | "compared" | "stored";
  done: number;
  total: number;
}

export interface ReplaceOptions {
  onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** Called with what would change before anything does; throws to leave the tree as it is. */
  onPreview?: ((preview: TreePreview) => Promise<void> | void) | undefined;
}

export type ReplaceDeps = LoadDeps & { snapshots: TreeSnapshotsRepo };

/** What was done. */
export type ReplacedTree = LoadResult & TreeChanges;

interface Replacement extends ReplaceOptions {
  site: string;
  source: TreeSource;
  /** Called once in the transaction before the first change. */
  beforeFirst?: () => Promise<void>;
  /** Called in the transaction after the last change. */
  afterLast?: () => Promise<void>;
}

/** Compares a source with a site's tree and changes nothing. */
export async function previewTree(
  { site, source, onProgress }: Omit<Replacement, "onPreview">,
  { tree }: Pick<LoadDeps, "tree">,
): Promise<TreePreview> {
  const total = source.ids.length;
  const onDone = (done: number) => onProgress?.({ phase: "compared", done, total });
  const { changes, named, loses } = await compared(site, source, { tree, onDone });
  return { changes, named, loses };
}

/** Replaces a site's tree in one transaction, after a preview if `onPreview` wants one. */
export async function replaceTree(replacement: Replacement, deps: LoadDeps): Promise<ReplacedTree> {
  const { site, source, onProgress, onPreview, beforeFirst, afterLast } = replacement;
  const preview = onPreview && (await previewTree(replacement, deps));
  if (preview) await onPreview(preview);
  const total = source.ids.length;
  const { result, comparison } = await loadFrom(site, source, {
    ...deps,
    onStored: (done) => onProgress?.({ phase: "stored", done, total }),
    ...(beforeFirst && { beforeFirst }),
    async afterLast(now) {
      if (preview) assertSameLosses(preview, now, site);
      await afterLast?.();
    },
  });
  return { ...result, ...comparison.changes };
}

/** Somebody agreed to what the preview showed, and the tree may have changed since. */
function assertSameLosses({ changes: agreed }: TreePreview, { changes }: TreeComparison, site: string): void {
  const kinds = ["categories", "attributes", "values"] as const;
  if (kinds.every((kind) => agreed[kind].removed === changes[kind].removed)) return;
  throw new ImportRefused(`The tree of ${site} has changed meanwhile, and nothing was imported: try again`);
}
