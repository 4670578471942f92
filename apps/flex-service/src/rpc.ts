import type { FlexRpc } from "@marketplace/contracts";
import { openApiFragment } from "@marketplace/conventions";
import type { Deps } from "./deps.ts";
import { resources } from "./resources.ts";
import { createShipment } from "./shipments/shipments.service.ts";

/** Implements the calls of the other services. */
export function flexRpc(deps: Deps): FlexRpc {
  return {
    describe: async () => openApiFragment(resources),
    createShipment: async (order) => ({ shipment_id: await createShipment(order, deps) }),
  };
}
