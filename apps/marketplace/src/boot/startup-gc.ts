import { garbageCollector } from "@marketplace/server";

/**
 * Collects the garbage of the start. An idle process does not allocate, so V8 would keep it
 * (docs/adr/0008-garbage-collection.md).
 */
export function releaseStartupGarbage(): void {
  const collect = garbageCollector();
  // The second collection frees what finalizers of the first released.
  for (let times = 0; times < 2; times++) collect({ type: "major", flavor: "last-resort" });
}
