import type { FlexRpc } from "@marketplace/contracts";
import type { RowsOfSite } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { hasAll, idsOf, joinShipment } from "./join-shipment.service.ts";
import { arrivalOf, planOf } from "./plan.rules.ts";
import {
  type HistoryEntry,
  type LogisticType,
  logisticTypes,
  type NewShipment,
  type Shipment,
} from "./shipments.record.ts";
import { recordChange } from "./shipments.service.ts";
import { partiesOf, scheduleOf } from "./surroundings.service.ts";
import { tellOrders } from "./tell-orders.service.ts";

type Order = Parameters<FlexRpc["createShipment"]>[0];

/**
 * Creates the shipment of orders, or lets them join the one that has the rest of their purchase. Repetitions
 * give the same shipment, also in parallel.
 */
export async function createShipment(order: Order, deps: Deps): Promise<Shipment> {
  const { shipments, transaction } = deps;
  const present = await shipments.ofOrders(idsOf(order));
  if (present && hasAll(present, order)) return present;
  const wanted =
    order.logistic_type === undefined ? bareShipment(order, deps) : await soldShipment(order, deps);
  const shipment = await transaction(async () => {
    const joined = await joinShipment(order, wanted, deps);
    if (joined) return joined;
    const added = await shipments.add(wanted);
    if (added) await recordChange(added, deps);
    return added ?? (await shipments.ofOrders(idsOf(order)));
  });
  if (!shipment) throw new Error(`order ${order.order_id} has a shipment that cannot be read`);
  await tellOrders(shipment, deps);
  return shipment;
}

/** Where orders are shipped: in the database with a shipment that they are in, or may join. */
export const rowsOf = (order: Order): RowsOfSite<Deps> => ({
  siteId: order.site_id,
  async areIn({ shipments }) {
    if (await shipments.ofOrders(idsOf(order))) return true;
    if (order.logistic_type === undefined) return false;
    const logisticType = logisticTypeOf(order);
    const pack = { packId: order.pack_id ?? null, mode: modeOf(logisticType), logisticType };
    return (await shipments.openOfPack(pack)) !== null;
  },
});

/** What is known of every order. */
const factsOf = (order: Order, now: Date) => ({
  orderId: order.order_id,
  orderIds: idsOf(order),
  packId: order.pack_id ?? null,
  siteId: order.site_id,
  sellerId: order.seller_id,
  buyerId: order.buyer_id,
  items: order.items ?? [],
  cost: order.cost ?? null,
  listCost: order.list_cost ?? null,
  freeShipping: order.free_shipping ?? true,
  createdAt: now,
  updatedAt: now,
});

/** The shipment of an order that says nothing of its logistics: ready to ship, and nothing moves it. */
function bareShipment(order: Order, { clock }: Deps): NewShipment {
  const now = clock.now();
  return {
    ...factsOf(order, now),
    selfService: order.self_service,
    status: "ready_to_ship",
    readyToShipAt: now,
    paidAt: now,
    history: [{ status: "ready_to_ship", substatus: null, date: now.toISOString() }],
  };
}

/** The shipment of a paid order, with what the sandbox will do with it (commerce 3.1). */
export async function soldShipment(order: Order, deps: Deps): Promise<NewShipment> {
  const now = deps.clock.now();
  const paidAt = order.paid_at === undefined ? now : new Date(order.paid_at);
  const logisticType = logisticTypeOf(order);
  const { outcome = "delivered" } = order;
  const [parties, schedule] = await Promise.all([
    partiesOf({ sellerId: order.seller_id, buyerId: order.buyer_id }, deps),
    scheduleOf({ siteId: order.site_id, sellerId: order.seller_id, logisticType, from: paidAt }, deps),
  ]);
  const history = beginningOf(logisticType, order.manufacturing === true, paidAt);
  const { status, substatus } = history.at(-1) ?? beforePayment;
  const waits = status !== "ready_to_ship";
  return {
    ...factsOf(order, now),
    ...parties,
    mode: modeOf(logisticType),
    logisticType,
    selfService: logisticType === "self_service",
    outcome,
    status,
    substatus,
    history,
    plan: waits ? [] : planOf({ logisticType, outcome, from: schedule.begins }),
    handlingLimitAt: schedule.handlingLimit,
    deliveryLimitAt: arrivalOf({ logisticType, from: schedule.begins }),
    paidAt,
    ...(!waits && { handlingAt: logisticType === "fulfillment" ? null : paidAt, readyToShipAt: paidAt }),
  };
}

const beforePayment = { status: "pending", substatus: null } as const;

/** ME1 is the seller's own carrier. */
function logisticTypeOf({ mode, logistic_type }: Order): LogisticType {
  if (mode === "me1") return "default";
  return logisticTypes.find((type) => type === logistic_type) ?? "drop_off";
}

const modeOf = (logisticType: LogisticType): "me1" | "me2" => (logisticType === "default" ? "me1" : "me2");

/** The states that a shipment passes at once when it is paid. */
function beginningOf(logisticType: LogisticType, manufacturing: boolean, at: Date): HistoryEntry[] {
  const date = at.toISOString();
  if (logisticType === "default") return [{ ...beforePayment, date }];
  // What is in the warehouse was made before.
  if (logisticType === "fulfillment") return [{ status: "ready_to_ship", substatus: "in_warehouse", date }];
  if (manufacturing) return [{ status: "pending", substatus: "manufacturing", date }];
  return readyOf(date);
}

/** From payment, or from the end of manufacturing, to the label. */
const readyOf = (date: string): HistoryEntry[] => [
  { ...beforePayment, date },
  { status: "handling", substatus: null, date },
  { status: "ready_to_ship", substatus: "ready_to_print", date },
];
