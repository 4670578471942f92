import type { CategoryNode } from "../categories/category.ts";
import type { TreeRepo } from "./tree.repo.ts";
import { type DumpDeps, rebuildDumps } from "./tree-dumps.service.ts";

export interface LoadDeps extends DumpDeps {
  tree: TreeRepo;
}

/** What a change of a tree did, in categories. */
export interface LoadResult {
  loaded: number;
  /** Gone from the tree, and from the database. */
  deleted: number;
  /** Gone from the tree, but kept because items are in them. */
  retired: number;
}

/** Replaces a site's tree, all or nothing: categories, attribute names, the listings' paths and the dumps. */
export async function loadTree(
  siteId: string,
  nodes: readonly CategoryNode[],
  { onStored = () => {}, ...deps }: LoadDeps & { onStored?: (done: number) => void },
): Promise<LoadResult> {
  const { db, tree } = deps;
  let moved: string[] = [];
  const work = async () => {
    await tree.lock(siteId);
    moved = await tree.moved(siteId, nodes);
    await tree.upsert(nodes, onStored);
    const dropped = await tree.drop(
      siteId,
      nodes.map(({ id }) => id),
    );
    await tree.collectAttributes(siteId);
    await tree.relist(siteId, moved);
    await rebuildDumps(siteId, deps);
    return { loaded: nodes.length, ...dropped };
  };
  const result = await db.transaction(work, { timeout: 600_000 });
  // What was listed meanwhile went by the tree of before. Whatever keeps this from its end, the next load of the tree makes good.
  await tree.settle(siteId, moved);
  return result;
}
