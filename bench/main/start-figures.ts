import { setTimeout as delay } from "node:timers/promises";
import { residentMiB } from "./processes.ts";
import { type Product, startProduct } from "./product.ts";

/** What a start costs, and what a product needs that nobody asks. */
export interface StartFigures {
  /** Median, in milliseconds. */
  warmStartMs: number;
  /** The product's process, without Postgres. */
  idleMiB: number | undefined;
}

const settleMs = 3_000;

/** Starts the product on a filled data directory a few times; the last one goes on running. */
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
  // Idle is when what the start left behind is done.
  await delay(settleMs);
  const warmStartMs = took.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
  return { product, warmStartMs, idleMiB: residentMiB(product.pid) };
}
