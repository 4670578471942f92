import { type Collect, garbageCollector, limitHeapGrowth } from "./garbage-collection.ts";

/** Bytes of bodies between two collections. With 8 MiB, more than 16 MiB of dead buffers pile up. */
const bytesPerCollection = 4 * 1024 * 1024;

let counted = 0;
let collect: Collect | undefined;

/**
 * Counts the bytes of large bodies and forces a minor collection every 4 MiB. Buffers lie outside of V8's
 * heap; without it V8 collects the whole heap every few dozen megabytes, which doubles the gateway's cost of
 * an upload (ADR 9).
 */
export function countBodyBytes(bytes: number): void {
  counted += bytes;
  if (counted < bytesPerCollection) return;
  counted = 0;
  collect ??= prepare();
  collect({ type: "minor" });
}

function prepare(): Collect {
  limitHeapGrowth();
  return garbageCollector();
}
