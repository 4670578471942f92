import type { FlexRpc } from "@marketplace/contracts";
import { openApiFragment } from "@marketplace/conventions";
import type { Deps } from "./deps.ts";
import { resources } from "./resources.ts";
import { cancelShipment } from "./shipments/cancel-shipment.service.ts";
import { createShipment } from "./shipments/create-shipment.service.ts";

/** Implements the calls of the other services. */
export function flexRpc(deps: Deps): FlexRpc {
  return {
    describe: async () => openApiFragment(resources),
    createShipment: async (order) => ({ shipment_id: await createShipment(order, deps) }),
    cancelShipment: async (cancellation) => ({ outcome: await cancelShipment(cancellation, deps) }),
  };
}
