import type { FlexRpc } from "@marketplace/contracts";
import type { Caller } from "@marketplace/conventions";
import { countOutages, forEachRow, type Outages } from "@marketplace/server";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import {
  type CancelReason,
  cancelDetails,
  hasLeft,
  isNotSent,
  isOver,
  stopsShipmentOnly,
} from "./cancellations.rules.ts";
import { endOrder, type LockedOrder, lockOrder } from "./order-changes.service.ts";
import { type CancelDetail, type Order, unpaidStatuses } from "./order-record.schema.ts";
import { createRealWaits } from "./real-waits.service.ts";
import { returnUnitsOf } from "./returned-stock.service.ts";

/** Why an order is canceled, and by whom. */
export interface Cancellation {
  reason: CancelReason;
  caller?: Caller;
  /** Only while it is in one of these statuses; else it stays as it is. */
  while?: readonly Order["status"][];
}

/**
 * Cancels an order until it is shipped: refunds it and returns its stock. Repeated it changes nothing.
 *
 * An order that may have a shipment gets a request first, then flex-service is asked to stop the shipment,
 * and then the order ends. A job completes requests that a crash cut short.
 */
export async function cancelOrder(deps: Deps, id: number, cancellation: Cancellation): Promise<Order> {
  const begun = await begin(deps, id, cancellation);
  return finishCancellation(deps, begun);
}

/** Ends an order whose goods may be gone: its units come back when its shipment could be stopped. */
export function endWherever(
  deps: Deps,
  locked: LockedOrder,
  ending: { detail: CancelDetail; status?: "cancelled" | "invalid" },
): Promise<Order> {
  const { order } = locked;
  const ships = mayHaveShipment(order);
  const restock = !ships && !order.delivered && isRestocked(order);
  return endOrder(deps, locked, { ...ending, restock, stopShipment: ships && !hasLeft(order) });
}

/** What a job that finishes many cancellations knows. */
interface Finishing {
  /** No request to create the shipment can be under way any more. */
  hasWaited?: boolean;
  /** The outages of the orders' catalogs so far. */
  ofCatalogs?: Outages;
}

/** What is left to do outside of the transaction: stop the shipment, return the units. */
export async function finishCancellation(
  deps: Deps,
  begun: Order,
  { hasWaited = false, ofCatalogs }: Finishing = {},
): Promise<Order> {
  const order = begun.cancelRequest ? await complete(deps, begun, hasWaited) : begun;
  return (await returnUnitsOf(deps, [order], ofCatalogs)) > 0 ? { ...order, stock: "returned" } : order;
}

/**
 * Stops the shipment that was created for an order which is not to be sent any more. The request is stored
 * first, so that a job asks again when flex-service does not answer.
 */
export async function stopShipment(deps: Deps, id: number): Promise<void> {
  const stopping = await deps.transaction(async () => {
    const order = await deps.orders.lock(id);
    if (!order || order.shipmentId !== null || !isNotSent(order)) return undefined;
    if (order.cancelRequest) return order;
    const detail = order.cancelDetail ?? cancelDetails("unfulfilled", { at: deps.clock.now() });
    await deps.orders.requestCancellation(id, detail);
    return { ...order, cancelRequest: detail };
  });
  if (stopping) await finishCancellation(deps, stopping);
}

/** Ends an order that has no shipment; requests the cancellation of any other. */
async function begin(deps: Deps, id: number, { reason, caller, while: only }: Cancellation): Promise<Order> {
  return deps.transaction(async () => {
    const locked = await lockOrder(deps, id);
    if (!locked) throw problems.order_not_found();
    const { order } = locked;
    if (order.status === "cancelled" || isRequested(order)) return order;
    if (only && !only.includes(order.status)) return order;
    if (order.status === "invalid" || hasLeft(order)) throw problems.order_not_cancellable({ id });
    const detail = cancelDetails(reason, { caller, at: deps.clock.now() });
    if (!mayHaveShipment(order)) return endOrder(deps, locked, { detail, restock: isRestocked(order) });
    await deps.orders.requestCancellation(id, detail);
    return { ...order, cancelRequest: detail };
  });
}

const isRequested = ({ cancelRequest }: Order): boolean =>
  cancelRequest !== null && !stopsShipmentOnly(cancelRequest);

/** Of a sale that did not come about, its seller has said whether the units are for sale again. */
const isRestocked = ({ unfulfilled }: Order): boolean => !unfulfilled;

/** Also while shipment_id is not known: flex-service may be creating the shipment, or is still to stop it. */
export const mayHaveShipment = ({ status, shipmentId, cancelRequest, noShipping }: Order): boolean =>
  shipmentId !== null ||
  cancelRequest !== null ||
  (!noShipping && !unpaidStatuses.some((unpaid) => unpaid === status));

/** Stops the shipment of an order whose cancellation was requested, and ends the order. */
async function complete(deps: Deps, { id, cancelRequest }: Order, hasWaited: boolean): Promise<Order> {
  const substatus = cancelRequest?.group === "buyer" ? "closed_by_user" : "cancelled_manually";
  const { outcome } = await deps.flex.cancelShipment({ order_id: id, substatus });
  const order = await deps.transaction(() => endAfter(deps, id, { outcome, hasWaited }));
  if (cancelRequest && !stopsShipmentOnly(cancelRequest) && !isOver(order))
    throw problems.order_not_cancellable({ id });
  return order;
}

type Answer = Awaited<ReturnType<FlexRpc["cancelShipment"]>> & { hasWaited: boolean };

/** Ends an order after flex-service has answered; the goods of a shipment that has left are not restocked. */
async function endAfter(deps: Deps, id: number, { outcome, hasWaited }: Answer): Promise<Order> {
  const locked = await lockOrder(deps, id);
  if (!locked) throw problems.order_not_found();
  const { order } = locked;
  const detail = order.cancelRequest;
  // Another attempt was faster.
  if (!detail) return order;
  const isStopped = outcome !== "too_late";
  const restock = isStopped && isRestocked(order);
  // flex-service may have made a shipment since, of a request that was under way: the job asks again.
  const asksAgain = outcome === "none" && !hasWaited && isRecent(detail, deps.clock.now());
  const cancelRequest = asksAgain ? detail : null;
  // A refund has ended it already.
  if (isOver(order)) {
    const stock = restock && order.stock === "taken" ? "returning" : order.stock;
    await deps.orders.save({ ...order, cancelRequest, stock });
    return { ...order, cancelRequest, stock };
  }
  if (isStopped && !stopsShipmentOnly(detail))
    return endOrder(deps, locked, { detail, restock, stopShipment: asksAgain });
  await deps.orders.requestCancellation(id, cancelRequest);
  return { ...order, cancelRequest };
}

/** Longer than any request to create a shipment takes. */
const creationMs = 60_000;

/** Whether a cancellation is so recent that a request to create the shipment may be under way. */
const isRecent = ({ date }: CancelDetail, now: Date): boolean =>
  // The distance, because the clock may have been set back.
  Math.abs(now.getTime() - Date.parse(date)) < creationMs;

const pageSize = 50;

/** Completes requested cancellations that were cut short. `waits` is the same in each run of a job. */
export async function completeCancellations(
  deps: Deps,
  signal?: AbortSignal,
  waits = createRealWaits(deps.systemClock),
): Promise<number> {
  const ofCatalogs = countOutages();
  const finish = (order: Order) =>
    finishCancellation(deps, order, { ofCatalogs, hasWaited: waits.of(order.id) >= creationMs });
  return forEachRow({
    async page(last?: Order) {
      const page = await deps.orders.canceling({ after: last?.id ?? 0, limit: pageSize });
      // Also those that are not worked for while their site is away.
      for (const { id } of page) waits.of(id);
      return page;
    },
    work: finish,
    failed: (err, { id }) => deps.log.warn({ err, orderId: id }, "a cancellation is completed later"),
    place: ({ siteId }) => siteId,
    signal,
  }).finally(waits.endRun);
}

/** Unpaid orders live this long. */
export const unpaidLifeMs = 72 * 3_600_000;

/** Cancels orders that were not paid in time. */
export function cancelUnpaid(deps: Deps, signal?: AbortSignal): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - unpaidLifeMs);
  const ending: Cancellation = { reason: "payment_expired", while: unpaidStatuses };
  const ofCatalogs = countOutages();
  return forEachRow({
    page: (last?: Order) => deps.orders.unpaid({ before, after: last?.id ?? 0, limit: pageSize }),
    work: async ({ id }) => finishCancellation(deps, await begin(deps, id, ending), { ofCatalogs }),
    failed: (err, { id }) => deps.log.warn({ err, orderId: id }, "an unpaid order is canceled later"),
    place: ({ siteId }) => siteId,
    signal,
  });
}
