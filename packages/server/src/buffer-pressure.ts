import { type Collect, collector, collectSooner } from "./garbage-collection.ts";

/** How many bytes of bodies may pass before their buffers are given back. */
const mostBytes = 4 * 1024 * 1024;

let passed = 0;
let collect: Collect | undefined;

/**
 * To be told of each piece of a large body that passes through the process, by its length. The buffers lie
 * outside of V8's heap, and every few dozen megabytes V8 would search the whole heap for dead ones, at half
 * the cost of an upload. They die young: looked for in time, among the youngest objects only, they cost next
 * to nothing and memory does not grow.
 */
export function bytesPassed(bytes: number): void {
  passed += bytes;
  if (passed < mostBytes) return;
  passed = 0;
  collect ??= begin();
  collect({ type: "minor" });
}

function begin(): Collect {
  collectSooner();
  return collector();
}
