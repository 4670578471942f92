import { randomUUID } from "node:crypto";
import { findItems, type ItemSummary, type UserProfile } from "@marketplace/contracts";
import { type Caller, common } from "@marketplace/conventions";
import { forEachRow } from "@marketplace/server";
import type { Deps } from "../deps.ts";
import { newPayment, ordersBySeller } from "./new-orders.rules.ts";
import { orderEvents, paymentEvents } from "./order-events.rules.ts";
import type { Order } from "./order-record.schema.ts";
import { issueOfFault, issuesOf, type Line, purchaseProblem } from "./purchase.rules.ts";
import type { Abandoned, Purchase } from "./purchases.repo.ts";
import { type Bought, type PaymentChoice, purchaseDefaults } from "./purchases.schema.ts";

/** A request to buy. Repetitions of a request have the same `sameAs`. */
export interface Wanted {
  caller: Caller;
  lines: readonly Line[];
  sameAs?: string | undefined;
  payment?: PaymentChoice;
  outcome?: string;
}

/**
 * Takes the stock of a purchase: writes the purchase as pending, then has catalog-service take the stock
 * under its id. A repetition resumes a pending purchase. After a crash a job returns the stock of purchases
 * that stay pending.
 */
export async function takeUp(deps: Deps, wanted: Wanted): Promise<Taken> {
  const { lines, sameAs, payment = purchaseDefaults.payment, outcome = purchaseDefaults.outcome } = wanted;
  // Its items are not checked again, because its stock may be taken already.
  const pending = sameAs === undefined ? undefined : await deps.purchases.pending(sameAs);
  const purchase = pending ?? (await begin(deps, wanted));
  const sold = await takeStock(deps, purchase.id, lines);
  return { purchase, lines, sold, payment, outcome };
}

/** A purchase whose stock is taken. */
export interface Taken {
  purchase: Purchase;
  lines: readonly Line[];
  sold: ItemSummary[];
  payment: PaymentChoice;
  outcome: string;
}

async function begin(deps: Deps, { caller, lines, sameAs }: Wanted): Promise<Purchase> {
  const buyerId = caller.userId;
  const items = await findItems(deps.catalog, [...new Set(lines.map(({ id }) => id))]);
  const issues = issuesOf(lines, items, caller);
  if (issues.length > 0) throw purchaseProblem(issues, lines);
  const begunAt = deps.systemClock.now();
  return deps.purchases.begin({ id: randomUUID(), buyerId, at: deps.clock.now(), begunAt, sameAs });
}

/** Creates the orders and payments of a purchase, with their events, and marks it as done. */
export function complete(deps: Deps, taken: Taken): Promise<Made> {
  const { purchase, lines, sold, payment, outcome } = taken;
  return deps.transaction(async () => {
    // The job has returned its stock meanwhile.
    if (!(await deps.purchases.complete(purchase.id))) throw common.service_unavailable();
    const sale = { ...purchase, purchaseId: purchase.id, payment: payment.status, outcome };
    const orders: Order[] = [];
    for (const group of ordersBySeller(lines, sold, sale)) orders.push(...(await deps.orders.add(group)));
    const { status } = payment;
    const payments =
      status === "none"
        ? []
        : await deps.payments.add(orders.map((order) => newPayment(order, status, payment)));
    deps.db.afterCommit(() => deps.telemetry.metrics.business.order.inc(orders.length));
    await recordEvents(deps, { orders, payments });
    return { orders, payments };
  });
}

/** What a purchase made in the database. */
export type Made = Pick<Bought, "orders" | "payments">;

async function recordEvents(deps: Deps, { orders, payments }: Made): Promise<void> {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const events = [
    ...orders.flatMap((order) => orderEvents(order, order.createdAt)),
    ...payments.flatMap((payment) => {
      const order = byId.get(payment.orderId);
      return order ? paymentEvents(payment, order, payment.createdAt) : [];
    }),
  ];
  await deps.db.change(events.map((event) => deps.outbox.recording(event)));
}

/** The users that the answer to a purchase names. */
export async function partiesOf(deps: Deps, { purchase, sold }: Taken): Promise<UserProfile[]> {
  const ids = new Set([purchase.buyerId, ...sold.map(({ seller_id }) => seller_id)]);
  return deps.identity.users({ ids: [...ids] });
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

/** The age of an abandoned purchase in real time: longer than any request takes. */
const abandonedAfterMs = 120_000;

const pageSize = 20;

/** Returns the stock of abandoned purchases and gives their number. */
export async function returnAbandoned(deps: Deps, signal?: AbortSignal): Promise<number> {
  const now = deps.systemClock.now();
  await deps.purchases.notLaterThan(now);
  const before = new Date(now.getTime() - abandonedAfterMs);
  return forEachRow({
    page: (after?: Abandoned) => deps.purchases.giveUpAbandoned({ before, after, limit: pageSize }),
    work: ({ id }) => returnStock(deps, id),
    failed: (err, { id }) => deps.log.warn({ err, purchaseId: id }, "a purchase is given back later"),
    signal,
  });
}
