import { buyOnce, type Writing } from "./load.ts";

/** A repeated purchase with an Idempotency-Key returns the same orders and buys nothing. */
export async function checkKeys(writing: Writing): Promise<void> {
  const { ledger, tally } = writing;
  for (const order of ledger.orders) {
    if (!order.key) continue;
    if (order.outcome !== "acknowledged") {
      tally.lost.push(`the purchase with key ${order.key} is still ${order.outcome}`);
      continue;
    }
    const { outcome, id } = await buyOnce(writing, order.key);
    if (outcome !== "acknowledged" || id !== order.id)
      tally.duplicated.push(`key ${order.key}: order ${order.id}, repeated ${outcome} with order ${id}`);
  }
}
