import type { FlexRpc } from "@marketplace/contracts";
import type { callers, emptyFlexService } from "../flex.fixture.ts";
import { sellerId } from "../flex.fixture.ts";
import { flexRpc } from "../index.ts";

type Flex = Awaited<ReturnType<typeof emptyFlexService>>;
type Sale = Parameters<FlexRpc["createShipment"]>[0];
type Caller = (typeof callers)[keyof typeof callers];

let orders = 5_800_000_000;

/** A paid order of two coffee makers for 100.10 each, as orders-service tells of it. */
export function saleOf(changes: Partial<Sale> = {}): Sale {
  orders += 1;
  const order_id = changes.order_id ?? orders;
  return {
    order_id,
    order_ids: [order_id],
    pack_id: null,
    site_id: "MLA",
    seller_id: sellerId,
    buyer_id: 1_000_000_003,
    self_service: changes.logistic_type === "self_service",
    logistic_type: "drop_off",
    mode: "me2",
    free_shipping: false,
    cost: 6000,
    list_cost: 6000,
    items: [
      {
        order_id,
        item_id: "MLA1400000001",
        variation_id: null,
        title: "Cafetera",
        quantity: 2,
        unit_price: 100.1,
        currency_id: "ARS",
      },
    ],
    ...changes,
  };
}

/** Makes and reads shipments of a service. */
export function shipmentsOf({ deps, http, events }: Flex, as: Caller) {
  const path = (id: number) => `/shipments/${id}`;
  return {
    path,
    sold: async (changes: Partial<Sale> = {}) =>
      (await flexRpc(deps).createShipment(saleOf(changes))).shipment_id,
    read: async (id: number) => (await http.get(path(id), { as })).json<Record<string, unknown>>(),
    move: (id: number, body: unknown, who: Caller = as) => http.put(path(id), { as: who, body }),
    eventsOf: async (id: number) => (await events()).filter(({ resource }) => resource === path(id)),
  };
}
