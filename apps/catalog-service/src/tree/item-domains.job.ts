import type { Deps } from "../deps.ts";

/** Readings of all items after a change: those that were being listed in it may be late for the first. */
const timesPerChange = 2;

/**
 * Gives a job that moves items into the domain of their category where the change of a tree has not done so:
 * its process ended too early, or the item was being listed meanwhile. It reads all items, in small steps,
 * after a start and after a change of a tree; other runs cost one small statement.
 */
export function checksOfDomains({
  itemDomains,
}: Pick<Deps, "itemDomains">): (signal?: AbortSignal) => Promise<number> {
  let known: string | undefined;
  let left = 0;
  return async (signal) => {
    const versions = await itemDomains.treeVersions();
    if (versions !== known) [known, left] = [versions, timesPerChange];
    if (left === 0) return 0;
    let all = 0;
    for (let after: string | undefined = ""; after !== undefined; ) {
      if (signal?.aborted) return all;
      const { moved, last } = await itemDomains.check(after);
      all += moved;
      after = last;
    }
    left -= 1;
    return all;
  };
}
