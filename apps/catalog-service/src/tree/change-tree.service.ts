import type { Deps } from "../deps.ts";

export type ChangeDeps = Pick<Deps, "db" | "tree" | "branches">;

interface Changed<T> {
  result: T;
  /** Categories with another name or path. */
  relocated?: readonly string[];
  /** Ids of attributes whose names or values on the site may have changed. */
  attributes?: readonly string[];
}

/** More active items are reindexed in the background, which begins within a minute. */
const reindexedAtOnce = 5_000;

/**
 * Changes single categories of a site's tree in one transaction, under the lock of the tree. Dumps, search
 * and predictions follow as after an import.
 */
export async function changeTree<T>(
  siteId: string,
  { db, tree, branches }: ChangeDeps,
  work: () => Promise<Changed<T>>,
): Promise<T> {
  let late: readonly string[] = [];
  const result = await db.transaction(async () => {
    late = [];
    await tree.lock(siteId);
    const { result, relocated = [], attributes = [] } = await work();
    await tree.beginVersion(siteId);
    if (attributes.length > 0) await tree.collectAttributes(siteId, attributes);
    if (relocated.length === 0) return result;
    if ((await tree.itemsIn(relocated)).active > reindexedAtOnce) await branches.reindexLater();
    else {
      await tree.reindex(siteId, relocated);
      late = relocated;
    }
    return result;
  });
  if (late.length > 0) await tree.reindexMissed(siteId, late, late);
  return result;
}
