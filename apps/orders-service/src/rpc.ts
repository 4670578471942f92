import type { OrdersRpc } from "@marketplace/contracts";
import { openApiFragment } from "@marketplace/conventions";
import type { Deps } from "./deps.ts";
import { shipmentMoved } from "./orders/shipment-moves.service.ts";
import { packSummary } from "./packs/packs.schema.ts";
import { resources } from "./resources.ts";

/** Implements the calls of the other services. */
export const ordersRpc = (deps: Deps): OrdersRpc => ({
  describe: async () => openApiFragment(resources),
  async pack({ pack_id }) {
    const pack = await deps.packs.find(pack_id);
    return pack ? packSummary(pack) : null;
  },
  trades: ({ user_ids }) => deps.trades.of(user_ids),
  async shipmentMoved({ order_ids: orderIds, status, substatus, version, at }) {
    await shipmentMoved(deps, { orderIds, status, substatus, version, at: new Date(at) });
    return {};
  },
});
