import { garbageCollector } from "@marketplace/server";

/** Collects the start's garbage: V8 keeps it in an idle process (docs/adr/0008-garbage-collection.md). */
export function releaseStartupGarbage(): void {
  const collect = garbageCollector();
  // The second collection frees what finalizers of the first released.
  for (let times = 0; times < 2; times++) collect({ type: "major", flavor: "last-resort" });
}
