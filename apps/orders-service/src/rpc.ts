import type { OrdersRpc } from "@marketplace/contracts";
import { openApiFragment } from "@marketplace/conventions";
import type { Deps } from "./deps.ts";
import { packSummary } from "./packs/packs.schema.ts";
import { resources } from "./resources.ts";

/** Implements the calls of the other services. */
export const ordersRpc = ({ packs, trades }: Deps): OrdersRpc => ({
  describe: async () => openApiFragment(resources),
  async pack({ pack_id }) {
    const pack = await packs.find(pack_id);
    return pack ? packSummary(pack) : null;
  },
  trades: ({ user_ids }) => trades.of(user_ids),
});
