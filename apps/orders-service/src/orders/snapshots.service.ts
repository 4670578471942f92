import type { Deps } from "../deps.ts";
import { snapshotOf } from "./snapshot.rules.ts";

/** Orders per round. */
const batch = 200;

/** Gives orders of earlier releases what they did not store of their items; gives the number of orders. */
export async function fillSnapshots(deps: Deps): Promise<number> {
  const orders = await deps.orders.withoutSnapshot(batch);
  if (orders.length === 0) return 0;
  const items = await deps.catalog.items({ ids: [...new Set(orders.map(({ itemId }) => itemId))] });
  const known = new Map(items.map((item) => [item.id, item]));
  for (const { id, itemId, variationId } of orders) {
    const item = known.get(itemId);
    // An item that is gone leaves its id, so that nobody asks again.
    const snapshot = item ? snapshotOf(item, variationId) : { ...nothing, title: itemId };
    await deps.orders.setSnapshot(id, snapshot);
  }
  return orders.length;
}

const nothing = {
  categoryId: null,
  condition: null,
  variationAttributes: [],
  sellerSku: null,
  sellerCustomField: null,
  warranty: null,
  listingTypeId: null,
  manufacturingDays: null,
  saleFee: 0,
};
