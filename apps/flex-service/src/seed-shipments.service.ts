import type { Deps } from "./deps.ts";
import { moved, type State } from "./shipments/movement.rules.ts";
import type { StoredItem } from "./shipments/shipments.record.ts";
import type { Shipment } from "./shipments/shipments.repo.ts";
import { partiesOf } from "./shipments/surroundings.service.ts";

const hour = 3_600_000;

const pending: State = { status: "pending", substatus: null };
const ready: readonly State[] = [
  pending,
  { status: "handling", substatus: null },
  { status: "ready_to_ship", substatus: "ready_to_print" },
];
const shipped: readonly State[] = [...ready, { status: "shipped", substatus: null }];
const outForDelivery: readonly State[] = [...shipped, { status: "shipped", substatus: "out_for_delivery" }];

/** A shipment of the demo: the states it passed, and what is special about it. */
interface DemoShipment extends Partial<Pick<Shipment, "mode" | "logisticType" | "driverId" | "comments">> {
  states: readonly State[];
}

/** One of each status, beside those of decisions 8. Nothing moves them but a hand. */
const demoShipments = {
  shipment_flex_assigned: {
    states: outForDelivery,
    logisticType: "self_service",
    driverId: 1_948_372_615,
    comments: "Ring twice",
  },
  shipment_flex_unassigned: { states: ready, logisticType: "self_service" },
  shipment_other: { states: shipped },
  shipment_pending: { states: [{ status: "pending", substatus: "manufacturing" }] },
  shipment_handling: {
    states: [pending, { status: "handling", substatus: "waiting_for_label_generation" }],
  },
  shipment_ready_to_ship: { states: ready },
  shipment_shipped: { states: outForDelivery },
  shipment_delivered: { states: [...outForDelivery, { status: "delivered", substatus: null }] },
  shipment_not_delivered: {
    states: [
      ...outForDelivery,
      { status: "shipped", substatus: "receiver_absent" },
      { status: "not_delivered", substatus: "returning_to_sender" },
    ],
  },
  shipment_cancelled: { states: [...ready, { status: "cancelled", substatus: "closed_by_user" }] },
  shipment_fulfillment: {
    states: [{ status: "ready_to_ship", substatus: "in_warehouse" }],
    logisticType: "fulfillment",
  },
  shipment_me1: { states: [pending], mode: "me1", logisticType: "default" },
} as const satisfies Record<string, DemoShipment>;

interface Stage {
  world: { now: Date; items?: Record<string, string> };
  sellerId: number;
  buyerId: number;
}

/** Adds the demo's shipments, all from seller_mla to buyer_mla, and gives their ids by name. */
export async function shipmentSeeder(
  stage: Stage,
  deps: Deps,
): Promise<() => Promise<Record<string, number>>> {
  const [parties, items] = await Promise.all([partiesOf(stage, deps), itemsOf(stage.world, deps)]);
  // What other services know is asked for before the transaction.
  return async () => {
    const fixtures: Record<string, number> = {};
    for (const [name, demo] of Object.entries(demoShipments))
      fixtures[name] = await addShipment({ ...stage, ...parties, items, demo }, deps);
    return fixtures;
  };
}

async function itemsOf({ items = {} }: Stage["world"], { catalog }: Deps): Promise<StoredItem[]> {
  const ids = items.item_active === undefined ? [] : [items.item_active];
  const found = await catalog.items({ ids });
  return found.map(({ id, title, price, currency_id }) => ({
    order_id: null,
    item_id: id,
    variation_id: null,
    title,
    quantity: 1,
    unit_price: price,
    currency_id,
  }));
}

type Added = Stage & Pick<Shipment, "sender" | "receiver" | "items"> & { demo: DemoShipment };

async function addShipment({ world, demo, ...shipment }: Added, { shipments }: Deps): Promise<number> {
  const { states, logisticType = "drop_off", ...rest } = demo;
  const [first = pending, ...others] = states;
  const createdAt = new Date(world.now.getTime() - 48 * hour);
  const added = await shipments.add({
    ...shipment,
    ...rest,
    ...first,
    orderId: null,
    siteId: "MLA",
    logisticType,
    selfService: logisticType === "self_service",
    cost: 6000,
    listCost: 6000,
    freeShipping: false,
    paidAt: createdAt,
    readyToShipAt: first.status === "ready_to_ship" ? createdAt : null,
    history: [{ ...first, date: createdAt.toISOString() }],
    createdAt,
    updatedAt: createdAt,
  });
  if (!added) throw new Error("a demo shipment could not be added");
  const end = others.reduce<Shipment>(
    (present, state, place) => moved(present, state, new Date(createdAt.getTime() + (place + 1) * 4 * hour)),
    added,
  );
  await shipments.save(end);
  return end.id;
}
