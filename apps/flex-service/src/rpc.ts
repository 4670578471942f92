import type { FlexRpc } from "@marketplace/contracts";
import { openApiFragment } from "@marketplace/conventions";
import { vitalsWith } from "@marketplace/events";
import { atSite, outboxesOf, worstOf } from "@marketplace/sharding";
import type { Deps } from "./deps.ts";
import { problems } from "./problems.ts";
import { resources } from "./resources.ts";
import { cancelShipment } from "./shipments/cancel-shipment.service.ts";
import { createShipment, rowsOf } from "./shipments/create-shipment.service.ts";
import { idsOf, servedBy } from "./shipments/join-shipment.service.ts";

/** Implements the calls of the other services. */
export function flexRpc(deps: Deps): FlexRpc {
  return {
    describe: async () => openApiFragment(resources),
    vitals: async () => vitalsWith(worstOf(await outboxesOf(deps))),
    async createShipment(order) {
      const shipment = await atSite(deps, rowsOf(order), (of) => createShipment(order, of));
      const order_ids = servedBy(shipment, order);
      return { shipment_id: shipment.id, ...(order_ids.length < idsOf(order).length && { order_ids }) };
    },
    async cancelShipment(cancellation) {
      const { shipments } = deps.everywhere;
      // The call does not say the site.
      const id = deps.sites && (await shipments.ofOrder(cancellation.order_id))?.id;
      const outcome = await atSite(deps, id, async (of) => {
        const done = await cancelShipment(cancellation, of);
        // Shipments are not deleted: it has left for its site's database, where this is done again.
        if (done === "none" && id !== undefined) throw problems.shipment_not_found({ id });
        return done;
      });
      return { outcome };
    },
  };
}
