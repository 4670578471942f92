import { garbageCollector } from "@marketplace/server";

/** Smaller trees need no collection. */
const categoriesPerCollection = 5_000;

/**
 * Forces a garbage collection every 5 000 categories. V8 lets garbage grow to a multiple of the live heap,
 * which for a tree of 200 000 categories is more than the 500 MB that an import may take.
 */
export function createPeriodicCollection(): (categories: number) => void {
  const collect = garbageCollector();
  let sinceCollection = 0;
  return (categories) => {
    sinceCollection += categories;
    if (sinceCollection < categoriesPerCollection) return;
    sinceCollection = 0;
    collect({ type: "major" });
  };
}
