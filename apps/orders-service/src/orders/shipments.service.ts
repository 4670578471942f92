import { countOutages, type Outages } from "@marketplace/server";
import type { Deps } from "../deps.ts";
import { isNotSent } from "./cancellations.rules.ts";
import { stopShipment } from "./cancellations.service.ts";
import { sumOf } from "./money.rules.ts";
import { shipmentKey, shippingPrice } from "./new-orders.rules.ts";
import { orderEvents } from "./order-events.rules.ts";
import { type Order, type OrderStatus, shippableStatuses } from "./order-record.schema.ts";
import type { PaidPosition } from "./orders.repo.ts";
import { shippingOutcomes } from "./purchases.schema.ts";
import { createRealWaits } from "./real-waits.service.ts";

/** Grace period: the request that paid the order may still be creating its shipment. */
const settledAfterMs = 15_000;

/** The client sends the calls of one turn as one request, which has one deadline. */
const callsAtOnce = 5;

const pageSize = 50;

/**
 * Creates the shipments of paid orders; while flex-service does not answer, shipment_id stays null until a
 * later attempt. Where it was away for a site, no more is asked of it there.
 */
export async function createShipments(
  deps: Deps,
  orders: readonly Order[],
  outages = countOutages(),
): Promise<Order[]> {
  const due = orders.filter((order) => isShippable(order.status) && !order.noShipping && !isNotSent(order));
  const groups = Map.groupBy(due, (order) => `${order.packId ?? order.id} ${shipmentKey(order)}`);
  const calls = [...groups.values()];
  const byId = new Map<number, Order>();
  for (let done = 0; done < calls.length; done += callsAtOnce) {
    const batch = calls.slice(done, done + callsAtOnce);
    const shipped = await Promise.all(batch.map((group) => withShipment(deps, group, outages)));
    for (const order of shipped.flat()) byId.set(order.id, order);
  }
  return orders.map((order) => byId.get(order.id) ?? order);
}

const isShippable = (status: OrderStatus): boolean => shippableStatuses.some((each) => each === status);

async function withShipment(
  deps: Deps,
  orders: readonly Order[],
  outages: Outages,
): Promise<readonly Order[]> {
  const ids = orders.map(({ id }) => id);
  const siteId = orders[0]?.siteId ?? "";
  if (outages.isAway(siteId)) return orders;
  const ship = async (): Promise<readonly Order[]> => {
    const { shipment_id: shipmentId, order_ids: served = ids } = await deps.flex.createShipment(
      shipmentRequest(orders),
    );
    const joined = orders.filter(({ id }) => served.includes(id));
    // The others were paid after the shipment had left, so they need a new one: the next attempt asks for it.
    const left = orders.filter(({ id }) => !served.includes(id));
    return [...(await storeShipment(deps, joined, shipmentId)), ...left];
  };
  try {
    return await outages.counted(siteId, ship);
  } catch (error) {
    deps.log.warn({ err: error, orderIds: ids }, "orders have no shipment yet");
    return orders;
  }
}

/** Stores the shipment of orders, with their events. */
async function storeShipment(deps: Deps, orders: readonly Order[], shipmentId: number): Promise<Order[]> {
  const ids = orders.map(({ id }) => id);
  const now = deps.clock.now();
  const events = orders.flatMap((order) => orderEvents(order, now));
  const changes = events.map((event) => deps.outbox.recording(event));
  if (await deps.orders.setShipment({ ids, shipmentId, now }, changes))
    return orders.map((order) => ({ ...order, shipmentId, lastUpdated: later(order.lastUpdated, now) }));
  await storeOneByOne(deps, { orders, shipmentId });
  return deps.orders.findAll(ids);
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);

/** Stores a shipment when some of its orders were canceled, or stored by another attempt, meanwhile. */
async function storeOneByOne(
  deps: Deps,
  { orders, shipmentId }: { orders: readonly Order[]; shipmentId: number },
): Promise<void> {
  for (const order of orders) {
    const now = deps.clock.now();
    const events = orderEvents(order, now).map((event) => deps.outbox.recording(event));
    if (await deps.orders.setShipment({ ids: [order.id], shipmentId, now }, events)) continue;
    try {
      await stopShipment(deps, order.id);
    } catch (err) {
      deps.log.warn({ err, orderId: order.id }, "the shipment of a canceled order is stopped later");
    }
  }
}

/** The shipment that these orders share in flex-service; repeated calls give the same shipment. */
export async function createShipmentFor(
  { flex }: Pick<Deps, "flex">,
  orders: readonly Order[],
): Promise<number> {
  return (await flex.createShipment(shipmentRequest(orders))).shipment_id;
}

/** The fields of an order that its shipment needs. */
export type ShippedOrder = Pick<
  Order,
  | ("id" | "packId" | "siteId" | "sellerId" | "buyerId" | "selfService" | "logisticType" | "shippingMode")
  | ("shippingOutcome" | "closedAt" | "manufacturingDays" | "shippingCost" | "freeShipping")
  | ("itemId" | "variationId" | "title" | "quantity" | "unitPrice" | "currencyId")
>;

/** The call that creates the shipment of orders that share it. */
export function shipmentRequest(
  orders: readonly ShippedOrder[],
): Parameters<Deps["flex"]["createShipment"]>[0] {
  const [first] = orders.toSorted((a, b) => a.id - b.id);
  if (!first) throw new Error("a shipment needs an order");
  const isFree = orders.some(({ freeShipping }) => freeShipping);
  return {
    order_id: first.id,
    order_ids: orders.map(({ id }) => id),
    pack_id: first.packId,
    site_id: first.siteId,
    seller_id: first.sellerId,
    buyer_id: first.buyerId,
    self_service: first.selfService,
    logistic_type: first.selfService ? "self_service" : first.logisticType,
    mode: first.shippingMode,
    outcome: outcomeOf(first),
    ...(first.closedAt && { paid_at: first.closedAt.toISOString() }),
    manufacturing: orders.some(({ manufacturingDays }) => manufacturingDays !== null),
    free_shipping: isFree,
    cost: sumOf(...orders.map(({ shippingCost }) => shippingCost)),
    list_cost: shippingPrice(first.siteId),
    items: orders.map(shippedItem),
  };
}

const outcomeOf = ({ shippingOutcome }: ShippedOrder) =>
  shippingOutcomes.find((outcome) => outcome === shippingOutcome) ?? "delivered";

const shippedItem = (order: ShippedOrder) => ({
  order_id: order.id,
  item_id: order.itemId,
  variation_id: order.variationId,
  title: order.title ?? order.itemId,
  quantity: order.quantity,
  unit_price: order.unitPrice,
  currency_id: order.currencyId,
  shipping_cost: order.shippingCost,
});

/**
 * Creates missing shipments. Replicas may overlap: repeated calls give the same shipment. `waits` is the same
 * in each run of a job.
 */
export async function createMissingShipments(
  deps: Deps,
  signal?: AbortSignal,
  waits = createRealWaits(deps.systemClock),
): Promise<number> {
  const outages = countOutages();
  let created = 0;
  let after: PaidPosition | undefined = { paidAt: new Date(0), id: 0 };
  try {
    while (after && !signal?.aborted) {
      const page = await deps.orders.withoutShipment({ after, limit: pageSize });
      const now = deps.clock.now();
      const settled = page.orders.filter(
        (order) => isSettled(order, now) || waits.of(order.id) >= settledAfterMs,
      );
      const orders = await createShipments(deps, settled, outages);
      created += orders.filter(({ shipmentId }) => shipmentId !== null).length;
      after = page.next;
    }
  } finally {
    waits.endRun();
  }
  return created;
}

/** Whether the grace period is over by the clock. One of the future was paid before that was set back. */
function isSettled({ closedAt, createdAt }: Order, now: Date): boolean {
  const age = now.getTime() - (closedAt ?? createdAt).getTime();
  return age > settledAfterMs || age < 0;
}
