import type { CategoryNode, PresentCategory } from "../categories/categories.schema.ts";
import type { TreeRepo } from "./tree.repo.ts";
import { TreeComparison } from "./tree-comparison.rules.ts";
import { type DumpDeps, rebuildDumps } from "./tree-dumps.service.ts";

export interface LoadDeps extends DumpDeps {
  tree: TreeRepo;
}

/** Numbers of categories. */
export interface LoadResult {
  loaded: number;
  /** Removed from the tree and from the database. */
  deleted: number;
  /** Removed from the tree but kept in the database, because items are in them. */
  retired: number;
}

/** A category of a source; `node` completes it with what the stored one has and the source has not. */
export interface CategoryDraft {
  id: string;
  node(present: PresentCategory | undefined): CategoryNode;
}

/** A tree that may be too large for memory. */
export interface TreeSource {
  ids: readonly string[];
  /** Batches of categories; read inside the transaction. */
  parts(): AsyncIterable<readonly CategoryDraft[]> | Iterable<readonly CategoryDraft[]>;
}

/** Replaces a site's tree with one in memory. */
export async function loadTree(
  siteId: string,
  nodes: readonly CategoryNode[],
  deps: LoadDeps,
): Promise<LoadResult> {
  const ids = nodes.map(({ id }) => id);
  const drafts = nodes.map((node): CategoryDraft => ({ id: node.id, node: () => node }));
  const { result } = await loadFrom(siteId, { ids, parts: () => [drafts] }, deps);
  return result;
}

/** Ten times what a tree of 250 000 categories takes. */
const timeoutMs = 1_800_000;

interface LoadOptions {
  onStored?: (done: number) => void;
  /** Called once in the transaction before the first change, never when nothing changes. */
  beforeFirst?: () => Promise<void>;
  /** Called in the transaction after the changes; throws to undo them. */
  afterLast?: (comparison: TreeComparison) => Promise<void> | void;
}

/** Replaces a site's tree in one transaction: categories, attribute names and dumps. */
export async function loadFrom(
  siteId: string,
  source: TreeSource,
  { onStored, beforeFirst, afterLast, ...deps }: LoadDeps & LoadOptions,
): Promise<{ result: LoadResult; comparison: TreeComparison }> {
  const { db, tree } = deps;
  const work = async () => {
    await tree.lock(siteId);
    const first = once(async () => {
      await tree.beginVersion(siteId);
      await beforeFirst?.();
    });
    const store = async (different: readonly CategoryNode[]) => {
      if (different.length === 0) return;
      await first();
      await tree.upsert(different);
    };
    const comparison = await compared(siteId, source, { tree, onDone: onStored, store });
    if (comparison.removed.length > 0) await first();
    const dropped = await tree.drop(siteId, source.ids);
    if (comparison.relocated.length > 0) await tree.followAncestors(siteId);
    await tree.collectAttributes(siteId);
    await rebuildDumps(siteId, deps);
    await afterLast?.(comparison);
    return { result: { loaded: source.ids.length, ...dropped }, comparison };
  };
  return db.transaction(work, { timeout: timeoutMs });
}

interface ReadOptions {
  tree: TreeRepo;
  /** Called with the number of categories read so far. */
  onDone?: ((done: number) => void) | undefined;
  /** Takes the categories of a batch that differ from the stored ones. */
  store?: (different: readonly CategoryNode[]) => Promise<void>;
}

/** Compares a source with the stored tree, batch by batch. */
export async function compared(
  siteId: string,
  source: TreeSource,
  { tree, onDone, store }: ReadOptions,
): Promise<TreeComparison> {
  const comparison = new TreeComparison();
  let done = 0;
  for await (const drafts of source.parts()) {
    const present = await tree.present(drafts.map(({ id }) => id));
    const nodes = drafts.map((draft) => draft.node(present.get(draft.id)));
    const different = nodes.filter((node) => comparison.add(present.get(node.id), node));
    await store?.(different);
    done += drafts.length;
    onDone?.(done);
  }
  comparison.remove(await tree.others(siteId, source.ids));
  const { items } = comparison.changes;
  items.in_removed_categories = (await tree.itemsIn(comparison.removed)).items;
  items.under_another_path = await tree.activeItemsUnder(siteId, comparison.relocated);
  return comparison;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}
