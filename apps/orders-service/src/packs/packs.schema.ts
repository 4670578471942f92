import type { PackSummary } from "@marketplace/contracts";
import { utcTimestamp } from "@marketplace/conventions";
import { z } from "zod";
import type { Pack as PackRecord } from "./packs.repo.ts";

export const Pack = z
  .object({
    id: z.int().describe("Pack id"),
    orders: z.array(z.object({ id: z.int().describe("Order id") })).describe("Orders of the pack"),
    site_id: z.string().describe("Site of the sale"),
    seller_id: z.int().describe("User who sold"),
    buyer_id: z.int().describe("User who bought"),
    date_created: z.string().describe("When it was bought, ISO 8601 UTC"),
  })
  .meta({ id: "Pack" });

/** A pack as its seller and buyer see it. */
export const packView = (pack: PackRecord): z.output<typeof Pack> => ({
  id: pack.id,
  orders: pack.orderIds.map((id) => ({ id })),
  site_id: pack.siteId,
  seller_id: pack.sellerId,
  buyer_id: pack.buyerId,
  date_created: utcTimestamp(pack.createdAt),
});

/** A pack as other services see it. */
export const packSummary = (pack: PackRecord): PackSummary => ({
  id: pack.id,
  site_id: pack.siteId,
  seller_id: pack.sellerId,
  buyer_id: pack.buyerId,
  fulfillment: pack.fulfillment,
  order_in_pack: pack.orderInPack,
});
