import { z } from "zod";
import { describeCall, type Implementation, mutation } from "./contract.ts";

export const flexContract = {
  describe: describeCall,
  /** Creates the shipment of an order; repeated for the same order it answers the same shipment. */
  createShipment: mutation(
    z.object({
      order_id: z.int(),
      site_id: z.string(),
      seller_id: z.int(),
      buyer_id: z.int(),
      /** Whether an item of the order is on Flex: the shipment gets the tag `self_service`. */
      self_service: z.boolean(),
    }),
    z.object({ shipment_id: z.int() }),
  ),
} as const;

export type FlexRpc = Implementation<typeof flexContract>;
