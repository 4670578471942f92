import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Collects garbage now; `minor` collects the young generation only, in about a millisecond. */
export type Collect = (options: { type: "minor" | "major"; flavor?: "last-resort" }) => void;

/** V8's `gc`, without making it a global. Node has no other way to it. */
export function garbageCollector(): Collect {
  setFlagsFromString("--expose-gc");
  const gc: Collect = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return gc;
}

/**
 * The old generation is collected once it has grown by half. V8 lets it grow to a multiple of the live
 * objects, and buffers of a large body are old before the body has passed. Uploads need 60 to 90 MB less
 * (ADR 9).
 */
export function limitHeapGrowth(): void {
  setFlagsFromString("--heap-growing-percent=50");
}

/**
 * Switches allocation-site pretenuring off. V8 allocates in the old generation where many objects survived at
 * once, for instance during a moment of load. Then one old part of each request keeps the rest of it alive,
 * and a minor collection takes 20 ms instead of 2 (ADR 8).
 */
export function disablePretenuring(): void {
  setFlagsFromString("--no-allocation-site-pretenuring");
}
