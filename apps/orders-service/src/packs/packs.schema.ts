import type { PackSummary } from "@marketplace/contracts";
import { platformTimestamp, wireId } from "@marketplace/conventions";
import { z } from "zod";
import { isPaid } from "../orders/order-wire.rules.ts";
import type { Pack as PackRecord } from "./packs.repo.ts";

const moment = z.iso.datetime({ offset: true });
const named = z.object({ id: wireId().describe("Id") });

/** released: all is paid; pending: something is not. */
const packStatuses = ["released", "pending", "pending_cancel", "cancelled", "error"] as const;

export const Pack = z
  .object({
    id: wireId().describe("Pack id"),
    status: z.enum(packStatuses).describe("released when all of it is paid"),
    status_detail: z.null().describe("Always null"),
    shipment: named.nullable().describe("Its shipment; null when there is none, or several"),
    orders: z.array(named).describe("Orders of the pack"),
    buyer: named.describe("Who bought"),
    date_created: moment.describe("When it was bought"),
    last_updated: moment.describe("When one of its orders last changed"),
    site_id: z.string().describe("Site of the sale"),
    seller_id: wireId().describe("User who sold"),
    buyer_id: wireId().describe("User who bought"),
  })
  .meta({ id: "Pack" });

function statusOf({ statuses }: PackRecord): z.output<typeof Pack>["status"] {
  if (statuses.includes("invalid")) return "error";
  const alive = statuses.filter((status) => status !== "cancelled");
  if (alive.length === 0) return "cancelled";
  if (!alive.every((status) => isPaid({ status }))) return "pending";
  return alive.includes("pending_cancel") ? "pending_cancel" : "released";
}

/** A pack as its seller and buyer see it. */
export function packView(pack: PackRecord): z.output<typeof Pack> {
  const [shipmentId, ...further] = pack.shipmentIds;
  return {
    id: pack.id,
    status: statusOf(pack),
    status_detail: null,
    shipment: shipmentId !== undefined && further.length === 0 ? { id: shipmentId } : null,
    orders: pack.orderIds.map((id) => ({ id })),
    buyer: { id: pack.buyerId },
    date_created: platformTimestamp(pack.createdAt),
    last_updated: platformTimestamp(pack.updatedAt),
    site_id: pack.siteId,
    seller_id: pack.sellerId,
    buyer_id: pack.buyerId,
  };
}

/** A pack as other services see it. */
export const packSummary = (pack: PackRecord): PackSummary => ({
  id: pack.id,
  site_id: pack.siteId,
  seller_id: pack.sellerId,
  buyer_id: pack.buyerId,
  fulfillment: pack.fulfillment,
  order_in_pack: pack.orderInPack,
});
