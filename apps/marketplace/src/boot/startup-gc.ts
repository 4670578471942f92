import { collector } from "@marketplace/server";

/**
 * Gives back what only the start needed. V8 collects when allocation forces it to, which in a product that
 * waits for its first request is never: half of its memory would stay garbage.
 */
export function releaseStartupGarbage(): void {
  const collect = collector();
  // The second time it takes what the first one's finalizers let go.
  for (let times = 0; times < 2; times++) collect({ type: "major", flavor: "last-resort" });
}
