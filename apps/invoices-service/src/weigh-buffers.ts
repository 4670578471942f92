import { setFlagsFromString } from "node:v8";

/** The V8 of the Node.js that the product runs on; another one may not know the flag and would say so on each start. */
const known = /^13\.6\./;

/**
 * Bodies pass in buffers outside of V8's heap. By default V8 searches its whole heap for garbage after every few dozen
 * megabytes of them, which on uploads costs a process with a heap like ours a third of its time; weighed against the size
 * of the heap they start a collection as often as anything else does.
 */
export function weighBuffersWithTheHeap(): void {
  if (known.test(process.versions.v8)) setFlagsFromString("--external-memory-accounted-in-global-limit");
}
