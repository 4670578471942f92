import type { FlexRpc } from "@marketplace/contracts";
import { openApiFragment } from "@marketplace/conventions";
import { serviceVitals } from "@marketplace/events";
import type { Deps } from "./deps.ts";
import { resources } from "./resources.ts";
import { cancelShipment } from "./shipments/cancel-shipment.service.ts";
import { createShipment } from "./shipments/create-shipment.service.ts";
import { idsOf, servedBy } from "./shipments/join-shipment.service.ts";

/** Implements the calls of the other services. */
export function flexRpc(deps: Deps): FlexRpc {
  return {
    describe: async () => openApiFragment(resources),
    vitals: () => serviceVitals(deps),
    async createShipment(order) {
      const shipment = await createShipment(order, deps);
      const order_ids = servedBy(shipment, order);
      return { shipment_id: shipment.id, ...(order_ids.length < idsOf(order).length && { order_ids }) };
    },
    cancelShipment: async (cancellation) => ({ outcome: await cancelShipment(cancellation, deps) }),
  };
}
