import type { FlexRpc, ShipmentState } from "@marketplace/contracts";
import type { FlexDatabase } from "@marketplace/database/flex";
import type { Deps } from "../deps.ts";
import { soldShipment } from "../shipments/create-shipment.service.ts";
import { moved } from "../shipments/movement.rules.ts";
import type { NewShipment, Shipment } from "../shipments/shipments.record.ts";

type Request = Parameters<FlexRpc["createShipment"]>[0];

/** Columns of a shipment that nothing has happened to. */
const untouched = {
  id: 0,
  substatus: null,
  cancelledOrderIds: [],
  comments: null,
  trackingNumber: null,
  trackingMethod: null,
  trackingUrl: null,
  serviceId: null,
  nextStepAt: null,
  firstPrintedAt: null,
  handlingAt: null,
  readyToShipAt: null,
  shippedAt: null,
  firstVisitAt: null,
  deliveredAt: null,
  notDeliveredAt: null,
  returnedAt: null,
  cancelledAt: null,
  driverId: null,
  version: 1,
  toldVersion: 0,
} as const;

/** The services' answers, each asked for once: thousands of shipments have few sellers and buyers. */
function remembering(deps: Deps): Deps {
  const once = <K, T>(ask: (key: K) => Promise<T>) => {
    const answers = new Map<string, Promise<T>>();
    return (key: K) => {
      const name = JSON.stringify(key);
      const answer = answers.get(name) ?? ask(key);
      answers.set(name, answer);
      return answer;
    };
  };
  const { identity, catalog, everywhere } = deps;
  const { subscriptions } = everywhere;
  return {
    ...deps,
    identity: { ...identity, users: once(identity.users) },
    catalog: { ...catalog, sites: once(catalog.sites) },
    everywhere: {
      ...everywhere,
      subscriptions: { ...subscriptions, ofSeller: once(subscriptions.ofSeller) },
    },
  };
}

/** The shipment after all that the sandbox has done with it until now; from then on it stays as it is. */
function lived(shipment: NewShipment, now: Date): Shipment {
  // `soldShipment` sets what `untouched` does not have.
  const begun = { ...untouched, ...shipment } as Shipment;
  const due = begun.plan.filter(({ at }) => new Date(at) <= now);
  const after = due.reduce((present, step) => moved(present, step, new Date(step.at)), begun);
  return { ...after, plan: [], nextStepAt: null, toldVersion: after.version };
}

const columns = `order_id, order_ids, pack_id, site_id, seller_id, buyer_id, self_service, mode, logistic_type, status,
  substatus, history, items, sender, receiver, cost, list_cost, free_shipping, outcome, plan, handling_limit_at,
  delivery_limit_at, paid_at, created_at, updated_at, first_printed_at, handling_at, ready_to_ship_at, shipped_at,
  first_visit_at, delivered_at, not_delivered_at, returned_at, version, told_version, cancelled_order_ids`;
const insert = `INSERT INTO shipments (${columns})
  SELECT ${columns} FROM jsonb_populate_recordset(NULL::shipments, $1::jsonb) RETURNING id, order_id AS "orderId"`;
const batchSize = 1_000;

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const rowOf = (shipment: Shipment) =>
  Object.fromEntries(Object.entries(shipment).map(([name, value]) => [snakeCase(name), value]));

/** Stores the shipments of past orders, in the state that they have reached by now. */
export async function seedPastShipments(
  deps: Deps & { db: FlexDatabase },
  { requests, now }: { requests: readonly Request[]; now: Date },
): Promise<ShipmentState[]> {
  const asked = remembering(deps);
  const shipments: Shipment[] = [];
  for (const request of requests) {
    const paidAt = request.paid_at === undefined ? now : new Date(request.paid_at);
    const clock = { ...deps.clock, now: () => paidAt };
    shipments.push(lived(await soldShipment(request, { ...asked, clock }), now));
  }
  const stored: ShipmentState[] = [];
  for (let from = 0; from < shipments.length; from += batchSize) {
    const batch = shipments.slice(from, from + batchSize);
    const rows = await deps.db.query<{ id: number; orderId: number }>(insert, [
      JSON.stringify(batch.map(rowOf)),
    ]);
    const idOf = new Map(rows.map(({ id, orderId }) => [orderId, id]));
    for (const { orderId, orderIds, status, substatus, version, updatedAt } of batch) {
      const id = orderId === null ? undefined : idOf.get(orderId);
      if (id === undefined) throw new Error(`the shipment of order ${orderId} was not stored`);
      stored.push({
        order_ids: orderIds,
        shipment_id: id,
        status,
        substatus,
        version,
        at: updatedAt.toISOString(),
      });
    }
  }
  return stored;
}
