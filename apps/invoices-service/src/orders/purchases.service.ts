import { randomUUID } from "node:crypto";
import type { ItemSummary } from "@marketplace/contracts";
import { type Caller, common } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { Order } from "./order.ts";
import { faultsOf, type Line, ordersBySeller, refusal } from "./purchase.rules.ts";
import { createShipments } from "./shipments.ts";

/**
 * Buys items. Steps, each of which may be the last before a crash: the purchase is written as pending; catalog-service
 * takes the stock under its id; the orders are committed together with the purchase's `done`; flex-service makes the
 * shipments. What stays pending is given back by a job, a missing shipment is made by one.
 */
export async function buy(deps: Deps, caller: Caller, lines: readonly Line[]): Promise<Order[]> {
  const buyerId = caller.userId;
  const items = await deps.catalog.items({ ids: lines.map(({ id }) => id) });
  const faults = faultsOf(lines, items, buyerId);
  if (faults.length > 0) throw refusal(faults, lines);
  const purchase = { id: randomUUID(), buyerId, at: deps.clock.now() };
  await deps.purchases.begin(purchase);
  const sold = await takeStock(deps, purchase.id, lines);
  const orders = await deps.transaction(async () => {
    // A purchase that took so long that its stock was given back has bought nothing.
    if (!(await deps.purchases.complete(purchase.id))) throw common.service_unavailable();
    const added: Order[] = [];
    for (const group of ordersBySeller(lines, sold, purchase)) added.push(...(await deps.orders.add(group)));
    return added;
  });
  return createShipments(deps, orders);
}

async function takeStock(deps: Deps, id: string, lines: readonly Line[]): Promise<ItemSummary[]> {
  const wanted = lines.map((line) => ({ item_id: line.id, quantity: line.quantity }));
  const answer = await deps.catalog.takeStock({ purchase_key: id, lines: wanted });
  if (answer.taken) return answer.items;
  await deps.purchases.cancel(id);
  const faults = answer.faults.map(({ item_id, reason }) => ({ itemId: item_id, reason }));
  throw refusal(faults, lines);
}

/** How old a pending purchase must be to count as abandoned: longer than any request lives. */
const abandonedAfterMs = 120_000;

/** Gives back the stock of purchases that nobody finished; answers how many there were. */
export async function returnAbandoned(deps: Deps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - abandonedAfterMs);
  return deps.transaction(async () => {
    const abandoned = await deps.purchases.lockAbandoned(before, 20);
    for (const id of abandoned) {
      // Also spends a key that takeStock never saw, so that a call still on its way takes nothing.
      await deps.catalog.returnStock({ purchase_key: id });
      await deps.purchases.abandon(id);
    }
    return abandoned.length;
  });
}
