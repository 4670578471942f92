import { randomUUID } from "node:crypto";
import type { ItemSummary } from "@marketplace/contracts";
import { type Caller, common } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { orderEvent } from "./order-events.ts";
import type { Order } from "./orders.repo.ts";
import { issueOfFault, issuesOf, type Line, ordersBySeller, purchaseProblem } from "./purchase.rules.ts";
import type { Purchase } from "./purchases.repo.ts";

/** A request to buy. Repetitions of a request have the same `sameAs`. */
export interface Wanted {
  caller: Caller;
  lines: readonly Line[];
  sameAs?: string | undefined;
}

/**
 * Takes the stock of a purchase: writes the purchase as pending, then has catalog-service take the stock
 * under its id. A repetition resumes a pending purchase. After a crash a job returns the stock of purchases
 * that stay pending.
 */
export async function takeUp(deps: Deps, wanted: Wanted): Promise<Taken> {
  const { lines, sameAs } = wanted;
  // Its items are not checked again, because its stock may be taken already.
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
  const items = await deps.catalog.items({ ids: [...new Set(lines.map(({ id }) => id))] });
  const issues = issuesOf(lines, items, buyerId);
  if (issues.length > 0) throw purchaseProblem(issues, lines);
  return deps.purchases.begin({ id: randomUUID(), buyerId, at: deps.clock.now(), sameAs });
}

/** Creates the orders of a purchase, with their events, and marks it as done, in one transaction. */
export function complete(deps: Deps, { purchase, lines, sold }: Taken): Promise<Order[]> {
  return deps.transaction(async () => {
    // The job has returned its stock meanwhile.
    if (!(await deps.purchases.complete(purchase.id))) throw common.service_unavailable();
    const added: Order[] = [];
    for (const group of ordersBySeller(lines, sold, purchase)) added.push(...(await deps.orders.add(group)));
    deps.db.afterCommit(() => deps.telemetry.metrics.business.order.inc(added.length));
    await deps.db.change(added.map((order) => deps.outbox.recording(orderEvent(order, order.createdAt))));
    return added;
  });
}

/** Creates the orders, once per Idempotency-Key. */
type Complete = (taken: Taken) => Promise<unknown>;

/** Buys items: takes their stock, and returns it when creating the orders fails. */
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

/** Returns the stock of a purchase, unless a repetition has completed it. */
async function giveBack(deps: Deps, id: string): Promise<void> {
  if (await deps.purchases.giveUp(id)) await returnStock(deps, id);
}

async function returnStock(deps: Deps, id: string): Promise<void> {
  // It also uses up a key that takeStock has not seen, so that a delayed call takes nothing.
  await deps.catalog.returnStock({ purchase_key: id });
  await deps.purchases.returned(id);
}

async function takeStock(deps: Deps, id: string, lines: readonly Line[]): Promise<ItemSummary[]> {
  const wanted = lines.map(({ id: item_id, variation_id, quantity }) => ({
    item_id,
    ...(variation_id !== undefined && { variation_id }),
    quantity,
  }));
  const answer = await deps.catalog.takeStock({ purchase_key: id, lines: wanted });
  if (answer.taken) return answer.items;
  await deps.purchases.cancel(id);
  throw purchaseProblem(answer.faults.map(issueOfFault), lines);
}

/** The age of an abandoned purchase: longer than any request takes. */
const abandonedAfterMs = 120_000;

/** Returns the stock of abandoned purchases and gives their number. */
export async function returnAbandoned(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  await deps.purchases.notLaterThan(now);
  const abandoned = await deps.purchases.giveUpAbandoned(new Date(now.getTime() - abandonedAfterMs), 20);
  for (const id of abandoned) await returnStock(deps, id);
  return abandoned.length;
}
