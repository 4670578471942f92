import { setTimeout as delay } from "node:timers/promises";
import { residentMiB } from "./processes.ts";
import { type Product, startProduct } from "./product.ts";

/** Time of a start, and memory of an idle product. */
export interface StartFigures {
  /** Median, in milliseconds. */
  warmStartMs: number;
  /** The product's process, without Postgres. */
  idleMiB: number | undefined;
}

const settleMs = 3_000;

/** Starts the product several times on a seeded data directory and leaves the last one running. */
export async function measureStarts(
  dataDir: string,
  times: number,
): Promise<StartFigures & { product: Product }> {
  const took: number[] = [];
  let product = await startProduct(dataDir, "one process");
  took.push(product.startMs);
  while (took.length < times) {
    await product.stop();
    product = await startProduct(dataDir, "one process");
    took.push(product.startMs);
  }
  // Background work of the start ends before the memory is read.
  await delay(settleMs);
  const warmStartMs = took.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
  return { product, warmStartMs, idleMiB: residentMiB(product.pid) };
}
