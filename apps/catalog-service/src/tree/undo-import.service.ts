import { assertSite, ImportRefused } from "./import.problems.ts";
import type { TreeSource } from "./load-tree.service.ts";
import {
  previewTree,
  type ReplaceDeps,
  type ReplacedTree,
  type ReplaceOptions,
  replaceTree,
  type TreePreview,
} from "./replace-tree.service.ts";
import type { TreeSnapshot, TreeSnapshotsRepo } from "./tree-snapshots.repo.ts";

/** What undoing an import would change. */
export interface UndoPreview extends TreePreview {
  importedAt: Date;
  /** Later changes of single categories and attributes, which are undone as well. */
  laterChanges: number;
}

export interface ImportUndo extends Pick<ReplaceOptions, "onProgress"> {
  /** Site id. */
  site: string;
  /** Called with what would change before anything does; throws to leave the tree as it is. */
  onPreview?: ((preview: UndoPreview) => Promise<void> | void) | undefined;
}

/**
 * Puts a site's tree back as it was before its last import that changed it, in one transaction. This uses up
 * what was kept of that tree. Throws ImportRefused when there is no such import.
 */
export async function undoImport(
  deps: ReplaceDeps,
  { site, onProgress, onPreview }: ImportUndo,
): Promise<ReplacedTree & { import_undone: Date }> {
  const snapshot = await snapshotOf(site, deps.snapshots);
  const source = sourceOf(site, snapshot, deps.snapshots);
  const withDetails =
    onPreview && ((preview: TreePreview) => onPreview({ ...preview, ...detailsOf(snapshot) }));
  const afterLast = async () => {
    await assertSame(site, snapshot, deps.snapshots);
    await deps.snapshots.drop(site);
  };
  const replaced = await replaceTree({ site, source, onProgress, onPreview: withDetails, afterLast }, deps);
  return { ...replaced, import_undone: snapshot.importedAt };
}

/** What undoing the last import would change. Throws ImportRefused when there is none. */
export async function previewUndo(
  deps: Pick<ReplaceDeps, "tree" | "snapshots">,
  { site, onProgress }: Omit<ImportUndo, "onPreview">,
): Promise<UndoPreview> {
  const snapshot = await snapshotOf(site, deps.snapshots);
  const source = sourceOf(site, snapshot, deps.snapshots);
  return { ...(await previewTree({ site, source, onProgress }, deps)), ...detailsOf(snapshot) };
}

const detailsOf = ({ importedAt, laterChanges }: TreeSnapshot) => ({ importedAt, laterChanges });

async function snapshotOf(site: string, snapshots: TreeSnapshotsRepo): Promise<TreeSnapshot> {
  assertSite(site);
  const snapshot = await snapshots.find(site);
  if (snapshot) return snapshot;
  throw new ImportRefused(
    `There is no import of ${site} to undo: none has changed its tree, or the last one is undone already`,
  );
}

/** Another undo or import may have come first. */
async function assertSame(
  site: string,
  { importedAt }: TreeSnapshot,
  snapshots: TreeSnapshotsRepo,
): Promise<void> {
  const present = await snapshots.find(site);
  if (present?.importedAt.getTime() === importedAt.getTime()) return;
  throw new ImportRefused(`The tree of ${site} was imported or undone meanwhile: nothing was changed`);
}

function sourceOf(site: string, { ids }: TreeSnapshot, snapshots: TreeSnapshotsRepo): TreeSource {
  async function* parts() {
    for await (const categories of snapshots.categories(site))
      yield categories.map((category) => ({ id: category.id, node: () => category }));
  }
  return { ids, parts };
}
