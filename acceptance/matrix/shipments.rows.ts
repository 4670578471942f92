import { fixtures } from "../api/world.ts";
import { anybody, type Outcome, type Row } from "./row.ts";
import { item, once, purchase, shipment } from "./things.ts";

/** Shipments are for their parties and operators (commerce.md 3); the seller and operators move them. */
const parties = { seller: "200", buyer: "200", operator: "200", else: "403 forbidden" } as const;
const writers = (success: Outcome) =>
  ({ seller: success, operator: success, else: "403 forbidden" }) as const;

const aShipment = once(shipment);
const anOrder = once(async () => (await purchase(await item())).orders[0]?.id);

const parts = ["items", "costs", "payments", "history", "sla", "carrier", "lead_time"] as const;

export const shipmentsRows: readonly Row[] = [
  {
    route: "GET /shipments/{shipment_id}",
    refusal: "read",
    roles: parties,
    call: () => ({ path: `/shipments/${fixtures.shipment_flex_assigned}` }),
  },
  {
    route: "PUT /shipments/{shipment_id}",
    refusal: "write",
    roles: writers("200"),
    call: async () => ({ path: `/shipments/${await shipment()}`, body: { status: "cancelled" } }),
  },
  ...parts.map(
    (name): Row => ({
      route: `GET /shipments/{shipment_id}/${name}`,
      refusal: "read",
      roles: parties,
      call: async () => ({ path: `/shipments/${await aShipment()}/${name}` }),
    }),
  ),
  {
    route: "GET /shipments/{shipment_id}/delays",
    refusal: "read",
    // Nothing is late yet.
    roles: {
      seller: "404 not_found",
      buyer: "404 not_found",
      operator: "404 not_found",
      else: "403 forbidden",
    },
    call: async () => ({ path: `/shipments/${await aShipment()}/delays` }),
  },
  {
    route: "POST /shipments/{shipment_id}/process/ready_to_ship",
    refusal: "write",
    // It is ready already.
    roles: writers("409 conflict"),
    call: async () => ({ path: `/shipments/${await aShipment()}/process/ready_to_ship` }),
  },
  {
    route: "POST /shipments/{shipment_id}/seller_notifications",
    refusal: "write",
    roles: writers("200"),
    call: () => ({
      path: `/shipments/${fixtures.shipment_me1}/seller_notifications`,
      body: { status: "pending", payload: { date: new Date().toISOString() } },
    }),
  },
  {
    route: "GET /orders/{order_id}/shipments",
    refusal: "read",
    roles: { ...parties, else: "403 not_owned_order" },
    call: async () => ({ path: `/orders/${await anOrder()}/shipments` }),
  },
  {
    route: "GET /shipment_labels",
    refusal: "read",
    roles: { seller: "200", operator: "200", else: "403 invalid_shipment_caller" },
    call: async () => ({ path: `/shipment_labels?shipment_ids=${await aShipment()}` }),
  },
  {
    route: "GET /shipment_statuses",
    refusal: "read",
    roles: anybody,
    call: () => ({ path: "/shipment_statuses" }),
  },
];
