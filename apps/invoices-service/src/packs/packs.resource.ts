import { idParam, utcTimestamp } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";

const PackRecord = z
  .object({
    id: z.int().describe("Pack id"),
    orders: z.array(z.object({ id: z.int().describe("Order id") })).describe("Orders of the pack"),
    site_id: z.string().describe("Site of the sale"),
    seller_id: z.int().describe("User who sold"),
    buyer_id: z.int().describe("User who bought"),
    date_created: z.string().describe("When it was bought, ISO 8601 UTC"),
  })
  .meta({ id: "Pack" });

/** Packs: orders of one seller that were bought together. */
export const packs = resource({
  name: "Packs",
  description: "Orders that a buyer bought from one seller at once",
  fields: PackRecord,
  related: ["/orders", "/users"],
  connections: { seller_id: "/users/{id}", buyer_id: "/users/{id}" },
  operations: [
    operation({
      id: "getPack",
      method: "GET",
      path: "/packs/{id}",
      summary: "Reads a pack, or an order without one as a pack of its own; only seller and buyer see it",
      example: "/packs/4600000001",
      params: { id: idParam().describe("Pack id") },
      response: PackRecord,
      errors: [problems.pack_not_found, problems.order_in_pack],
      async handle({ params: { id }, caller }, deps) {
        const pack = await deps.packs.find(id);
        if (!pack || ![pack.sellerId, pack.buyerId].includes(caller.userId))
          throw problems.pack_not_found({ id });
        if (pack.orderInPack) throw problems.order_in_pack();
        return {
          id: pack.id,
          orders: pack.orderIds.map((orderId) => ({ id: orderId })),
          site_id: pack.siteId,
          seller_id: pack.sellerId,
          buyer_id: pack.buyerId,
          date_created: utcTimestamp(pack.createdAt),
        };
      },
    }),
  ],
});
