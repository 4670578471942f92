import type { Deps } from "../deps.ts";

export type ChangeDeps = Pick<Deps, "db" | "tree" | "branches">;

interface Changed<T> {
  result: T;
  /** Ids of attributes whose names or values on the site may have changed. */
  attributes?: readonly string[];
}

/**
 * Changes single categories of a site's tree in one transaction, under the lock of the tree. Dumps, search
 * and predictions follow as after an import.
 */
export function changeTree<T>(
  siteId: string,
  { db, tree }: Pick<ChangeDeps, "db" | "tree">,
  work: () => Promise<Changed<T>>,
): Promise<T> {
  return db.transaction(async () => {
    await tree.lock(siteId);
    const { result, attributes = [] } = await work();
    await tree.beginVersion(siteId);
    if (attributes.length > 0) await tree.collectAttributes(siteId, attributes);
    return result;
  });
}
