import { collector } from "@marketplace/server";

/** Smaller trees need no collection. */
const categoriesPerCollection = 5_000;

/**
 * Forces a garbage collection every 5 000 categories. V8 lets garbage grow to a multiple of the live heap,
 * which for a tree of 200 000 categories is more than an import may take (docs/adr/0011).
 */
export function createPeriodicCollection(): (categories: number) => void {
  const collect = collector();
  let sinceCollection = 0;
  return (categories) => {
    sinceCollection += categories;
    if (sinceCollection < categoriesPerCollection) return;
    sinceCollection = 0;
    collect({ type: "major" });
  };
}
