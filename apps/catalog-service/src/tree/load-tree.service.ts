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

/** A tree that may be too large to be held whole. */
export interface TreeSource {
  ids: readonly string[];
  /** The categories, part by part; read inside of the transaction. */
  parts(): AsyncIterable<readonly CategoryNode[]> | Iterable<readonly CategoryNode[]>;
}

/** Replaces a site's tree by one that is held whole. */
export const loadTree = (
  siteId: string,
  nodes: readonly CategoryNode[],
  deps: LoadDeps,
): Promise<LoadResult> => loadFrom(siteId, { ids: nodes.map(({ id }) => id), parts: () => [nodes] }, deps);

/** Replaces a site's tree, all or nothing: categories, attribute names, the listings' paths and the dumps. */
export async function loadFrom(
  siteId: string,
  source: TreeSource,
  { onStored = () => {}, ...deps }: LoadDeps & { onStored?: (done: number) => void },
): Promise<LoadResult> {
  const { db, tree } = deps;
  let moved: string[] = [];
  const work = async () => {
    moved = [];
    await tree.lock(siteId);
    let done = 0;
    for await (const part of source.parts()) {
      moved.push(...(await tree.moved(siteId, part)));
      await tree.upsert(part);
      done += part.length;
      onStored(done);
    }
    const dropped = await tree.drop(siteId, source.ids);
    await tree.collectAttributes(siteId);
    await tree.relist(siteId, moved);
    await rebuildDumps(siteId, deps);
    return { loaded: done, ...dropped };
  };
  const result = await db.transaction(work, { timeout: 600_000 });
  // What was listed meanwhile went by the tree of before. Whatever keeps this from its end, the next load of the tree makes good.
  await tree.settle(siteId, moved);
  return result;
}
