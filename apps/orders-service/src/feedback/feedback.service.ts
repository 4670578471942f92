import type { Caller } from "@marketplace/conventions";
import type { OccurredEvent } from "@marketplace/events";
import type { Deps } from "../deps.ts";
import { cancelDetails, hasLeft, isOver } from "../orders/cancellations.rules.ts";
import { finishCancellation, mayHaveShipment } from "../orders/cancellations.service.ts";
import { type LockedOrder, lockOrder, refundAll, saveOrder } from "../orders/order-changes.service.ts";
import type { CancelDetail } from "../orders/order-record.schema.ts";
import type { Order } from "../orders/orders.repo.ts";
import { readable } from "../packs/packs.policy.ts";
import { problems } from "../problems.ts";
import type { Feedback } from "./feedback.repo.ts";
import { isExpired, isReplyLate, isVisible, partiesOf, type Side, sideOf } from "./feedback.rules.ts";
import type { FeedbackBody } from "./feedback.schema.ts";

/** A feedback and the order that it is about. */
export interface GivenFeedback {
  feedback: Feedback;
  order: Order;
}

/** The user who is rated hears of it, and of a reply its author. */
const feedbackEvent = (orderId: number, userId: number, occurredAt: Date): OccurredEvent => ({
  topic: "orders_feedback",
  resource: `/orders/${orderId}/feedback`,
  userId,
  occurredAt,
});

const contentOf = (
  { fulfilled, rating, message, reason, restock_item }: FeedbackBody,
  { side, restockItem = false }: Pick<Feedback, "side"> & Partial<Feedback>,
) => ({
  fulfilled,
  rating,
  message: message ?? null,
  reason: fulfilled ? null : (reason ?? null),
  restockItem: !fulfilled && side === "sale" && (restock_item ?? restockItem),
});

/** Locks an order for one of its parties. */
async function lockFor(deps: Deps, id: number, caller: Caller): Promise<{ locked: LockedOrder; side: Side }> {
  const locked = await lockOrder(deps, id);
  const order = readable(locked?.order, caller);
  const side = sideOf(order, caller.userId);
  if (!locked || !side) throw problems.not_owned_order();
  return { locked, side };
}

/** Gives the caller's feedback on an order, once; the second of the two shows both. */
export function give(deps: Deps, id: number, { caller, ...body }: FeedbackBody & { caller: Caller }) {
  return deps.transaction(async (): Promise<GivenFeedback> => {
    const { locked, side } = await lockFor(deps, id, caller);
    const now = deps.clock.now();
    const content = contentOf(body, { side });
    if (!content.fulfilled && isExpired(locked.order, now)) throw problems.unfulfilled_too_late();
    const added = await deps.feedback.add({ ...content, orderId: id, side, createdAt: now });
    if (!added) throw problems.feedback_already_exists();
    const both = (await deps.feedback.ofOrders([id])).length === 2;
    if (both) await deps.feedback.show(id, now);
    const order = await follow(deps, locked, { feedback: added, caller });
    await deps.outbox.record(feedbackEvent(id, partiesOf(order, side).to, now));
    return { feedback: { ...added, visibleAt: both ? now : null }, order };
  });
}

/**
 * What a feedback makes of its order: `fulfilled` unless it is known, and a sale that did not come about by
 * its seller's word is refunded. Its shipment is stopped, and its units returned, after the
 * commit.
 */
async function follow(
  deps: Deps,
  locked: LockedOrder,
  { feedback, caller }: { feedback: Feedback; caller: Caller },
): Promise<Order> {
  const { order } = locked;
  const { side, fulfilled } = feedback;
  const ended = isOver(order) || order.unfulfilled;
  if (side === "purchase" || fulfilled || ended) {
    const isSellersWord = side === "sale" && !order.unfulfilled;
    const known = isSellersWord ? fulfilled : (order.fulfilled ?? fulfilled);
    // Those who follow the order hear of changes of its status, tags, payments and shipment only.
    const stock = stockAfter(order, feedback);
    const saved = { ...order, fulfilled: known, stock, lastUpdated: deps.clock.now() };
    await deps.orders.save(saved);
    return saved;
  }
  locked.payments = await refundAll(deps, locked);
  const at = deps.clock.now();
  const stops = mayHaveShipment(order) && !hasLeft(order);
  const stopping = stops ? cancelDetails("unfulfilled", { caller, at }) : null;
  return saveOrder(deps, order, {
    ...refusedStatus(order, order.cancelRequest ?? cancelDetails("seller", { caller, at })),
    fulfilled: false,
    unfulfilled: true,
    // A cancellation that waits for flex-service stops the shipment too, and then ends the order.
    cancelRequest: order.cancelRequest ?? stopping,
    stock: stockAfter(order, feedback),
  });
}

/** The units come back when the seller says so; only the seller's feedback can. */
const stockAfter = ({ stock }: Order, { restockItem }: Feedback): string =>
  restockItem && stock === "taken" ? "returning" : stock;

/** A paid order is confirmed; the other statuses only lead to a cancellation (spec: commerce.md 1.4). */
const refusedStatus = ({ status }: Order, cancelDetail: CancelDetail): Partial<Order> =>
  status === "paid" ? { status: "confirmed" } : { status: "cancelled", cancelDetail };

/**
 * Stops the shipment of a sale that did not come about, and returns the units of it or of an order that had
 * ended before; jobs complete what fails.
 */
export async function finishUnfulfilled(deps: Deps, given: GivenFeedback): Promise<GivenFeedback> {
  const { order } = given;
  if (!order.unfulfilled && order.stock !== "returning") return given;
  try {
    return { ...given, order: await finishCancellation(deps, order) };
  } catch (err) {
    deps.log.warn({ err, orderId: order.id }, "what follows an unfulfilled order is completed later");
    return given;
  }
}

/** Changes a feedback of the caller's. A refund stays made. */
export function change(deps: Deps, id: number, { caller, ...body }: FeedbackBody & { caller: Caller }) {
  return deps.transaction(async (): Promise<GivenFeedback> => {
    const { orderId } = await readableFeedback(deps, id, caller);
    const { locked, side } = await lockFor(deps, orderId, caller);
    const given = await deps.feedback.find(id);
    if (!given) throw problems.feedback_not_found();
    if (given.side !== side) throw problems.not_owned_order();
    const content = contentOf(body, given);
    if (content.fulfilled && locked.order.unfulfilled && side === "sale") throw problems.invalid_fulfilled();
    const takesBack = !content.fulfilled && given.restockItem && !content.restockItem;
    if (takesBack && locked.order.stock !== "taken") throw problems.units_returned();
    const now = deps.clock.now();
    if (!content.fulfilled && given.fulfilled && isExpired(locked.order, now))
      throw problems.unfulfilled_too_late();
    const feedback = await deps.feedback.change(id, { ...content, modified: true });
    const order = await follow(deps, locked, { feedback, caller });
    await deps.outbox.record(feedbackEvent(orderId, partiesOf(order, side).to, now));
    return { feedback, order };
  });
}

/** Replies to a feedback on the caller, once, within 14 days. */
export function reply(deps: Deps, id: number, { caller, text }: { caller: Caller; text: string }) {
  return deps.transaction(async (): Promise<GivenFeedback> => {
    const given = await readableFeedback(deps, id, caller);
    const order = readable(await deps.orders.find(given.orderId), caller);
    const { from, to } = partiesOf(order, given.side);
    if (caller.userId !== to) throw problems.not_owned_order();
    const now = deps.clock.now();
    if (given.reply !== null) throw problems.reply_already_exists();
    if (!given.visibleAt || isReplyLate(given.visibleAt, now)) throw problems.reply_time_expired();
    if (!(await deps.feedback.reply(id, text))) throw problems.reply_already_exists();
    await deps.outbox.record(feedbackEvent(order.id, from, now));
    return { feedback: { ...given, reply: text }, order };
  });
}

/** A feedback that the caller may read; what is hidden from them is unknown to them. */
export async function readableFeedback(deps: Deps, id: number, caller: Caller): Promise<Feedback> {
  const found = await deps.feedback.find(id);
  if (!found) throw problems.feedback_not_found();
  const order = readable(await deps.orders.find(found.orderId), caller);
  const side = sideOf(order, caller.userId);
  if (side && !isVisible(found, order, caller.userId)) throw problems.feedback_not_found();
  return found;
}
