import type { CategoryNode } from "../categories/categories.schema.ts";
import type { TreeRepo } from "./tree.repo.ts";
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

/** A tree that may be too large for memory. */
export interface TreeSource {
  ids: readonly string[];
  /** Batches of categories; read inside the transaction. */
  parts(): AsyncIterable<readonly CategoryNode[]> | Iterable<readonly CategoryNode[]>;
}

/** Replaces a site's tree with one in memory. */
export const loadTree = (
  siteId: string,
  nodes: readonly CategoryNode[],
  deps: LoadDeps,
): Promise<LoadResult> => loadFrom(siteId, { ids: nodes.map(({ id }) => id), parts: () => [nodes] }, deps);

/** Replaces a site's tree in one transaction: categories, attribute names, paths of listings and dumps. */
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
    await tree.reindex(siteId, moved);
    await rebuildDumps(siteId, deps);
    return { loaded: done, ...dropped };
  };
  const result = await db.transaction(work, { timeout: 600_000 });
  // Items listed during the transaction have the previous paths. If this fails, the next import repairs it.
  await tree.reindexMissed(siteId, moved);
  return result;
}
