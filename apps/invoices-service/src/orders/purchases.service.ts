import { randomUUID } from "node:crypto";
import type { ItemSummary } from "@marketplace/contracts";
import { type Caller, common } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { Order } from "./order.ts";
import { faultsOf, type Line, ordersBySeller, refusal } from "./purchase.rules.ts";
import type { Purchase } from "./purchases.repo.ts";

/** A request to buy; `sameAs` is equal for its repetitions. */
export interface Wanted {
  caller: Caller;
  lines: readonly Line[];
  sameAs?: string | undefined;
}

/**
 * Takes the stock of a purchase, in steps, each of which may be the last before a crash: the purchase is written as pending;
 * catalog-service takes the stock under its id. A repetition goes on with a purchase that is pending. What stays so is given
 * back by a job.
 */
export async function takeUp(deps: Deps, wanted: Wanted): Promise<Taken> {
  const { lines, sameAs } = wanted;
  // Its stock may be taken already: then the items have less than is asked for.
  const pending = sameAs === undefined ? undefined : await deps.purchases.pending(sameAs);
  const purchase = pending ?? (await begin(deps, wanted));
  return { purchase, lines, sold: await takeStock(deps, purchase.id, lines) };
}

/** A purchase whose stock is taken. */
export interface Taken {
  purchase: Purchase;
  lines: readonly Line[];
  sold: ItemSummary[];
}

async function begin(deps: Deps, { caller, lines, sameAs }: Wanted): Promise<Purchase> {
  const buyerId = caller.userId;
  const items = await deps.catalog.items({ ids: lines.map(({ id }) => id) });
  const faults = faultsOf(lines, items, buyerId);
  if (faults.length > 0) throw refusal(faults, lines);
  return deps.purchases.begin({ id: randomUUID(), buyerId, at: deps.clock.now(), sameAs });
}

/** Makes the orders of a purchase, together with its `done`. */
export function complete(deps: Deps, { purchase, lines, sold }: Taken): Promise<Order[]> {
  return deps.transaction(async () => {
    // A purchase that took so long that its stock was given back has bought nothing.
    if (!(await deps.purchases.complete(purchase.id))) throw common.service_unavailable();
    const added: Order[] = [];
    for (const group of ordersBySeller(lines, sold, purchase)) added.push(...(await deps.orders.add(group)));
    return added;
  });
}

/** What makes the orders, once. */
type Complete = (taken: Taken) => Promise<unknown>;

/** Buys items: takes their stock, and gives it back if the orders cannot be made. */
export async function buy(deps: Deps, wanted: Wanted, completeOnce: Complete): Promise<unknown> {
  const taken = await takeUp(deps, wanted);
  try {
    return await completeOnce(taken);
  } catch (error) {
    await giveBack(deps, taken.purchase.id).catch((err: unknown) => {
      deps.log.warn({ err, purchaseId: taken.purchase.id }, "a purchase is given back later");
    });
    throw error;
  }
}

/** Gives the stock of a purchase back, unless it was bought, here or by a repetition elsewhere. */
async function giveBack(deps: Deps, id: string): Promise<void> {
  if (await deps.purchases.giveUp(id)) await returnStock(deps, id);
}

async function returnStock(deps: Deps, id: string): Promise<void> {
  // Also spends a key that takeStock never saw, so that a call still on its way takes nothing.
  await deps.catalog.returnStock({ purchase_key: id });
  await deps.purchases.returned(id);
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
  const now = deps.clock.now();
  await deps.purchases.notLaterThan(now);
  const abandoned = await deps.purchases.giveUpAbandoned(new Date(now.getTime() - abandonedAfterMs), 20);
  for (const id of abandoned) await returnStock(deps, id);
  return abandoned.length;
}
