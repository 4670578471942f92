import { garbageCollector } from "@marketplace/server";

/** Categories after which garbage is collected: smaller trees never are. */
const every = 5_000;

/**
 * Counts categories that have passed, and collects what they left: V8 lets garbage grow to a multiple of what lives, which of a tree of
 * 200 000 is half a gigabyte.
 */
export function collecting(): (categories: number) => void {
  const collect = garbageCollector();
  let passed = 0;
  return (categories) => {
    passed += categories;
    if (passed < every) return;
    passed = 0;
    collect({ type: "major" });
  };
}
