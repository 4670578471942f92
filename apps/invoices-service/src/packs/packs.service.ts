import type { RowsOfSite } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";

/** A pack, or an order without one, as orders-service knows it (spec: Fiscal document, Pack id). */
export interface Pack {
  id: number;
  siteId: string;
  sellerId: number;
  buyerId: number;
  /** Whether the platform's own warehouses ship one of its orders. */
  fulfillment: boolean;
}

type Orders = Pick<Deps, "orders">;

/** The site on which fiscal documents do not exist (spec: Invoices). */
const siteWithout = "MLB";
/** The site whose warehouses bill by themselves (spec: Invoices). */
const siteWithBiller = "MLC";

/** The pack of an id, if there is one; throws for an order that has a pack (decisions 5.1). */
export async function lookUpPack({ orders }: Orders, id: number): Promise<Pack | undefined> {
  const pack = await orders.pack({ pack_id: id });
  if (!pack) return undefined;
  if (pack.order_in_pack) throw problems.order_in_pack();
  const { site_id: siteId, seller_id: sellerId, buyer_id: buyerId, fulfillment } = pack;
  return { id, siteId, sellerId, buyerId, fulfillment };
}

/** Where the files of a pack are: all in one database, with the pack's row in `used_packs`. */
export const rowsOf = ({ id, siteId }: Pick<Pack, "id" | "siteId">): RowsOfSite<Deps> => ({
  siteId,
  areIn: ({ documents }) => documents.wasUsed(id),
});

/** The same for an operation on a pack: orders-service knows its site. */
export async function rowsOfPath(
  { params }: { params: { pack_id: number } },
  deps: Orders,
): Promise<RowsOfSite<Deps> | undefined> {
  const pack = await lookUpPack(deps, params.pack_id);
  return pack && rowsOf(pack);
}

/** Throws for a pack whose site or logistic type has no fiscal documents. */
export function checkSite({ siteId, fulfillment }: Pack): void {
  if (siteId === siteWithout) throw problems.site_not_supported({ siteId });
  if (siteId === siteWithBiller && fulfillment) throw problems.biller_required();
}

/** The pack of a seller; 403 for everybody else, also when there is no such pack (decisions 5.5). */
export async function packOfSeller(deps: Orders, id: number, userId: number): Promise<Pack> {
  const pack = await lookUpPack(deps, id);
  if (pack?.sellerId !== userId) throw problems.not_authorized();
  checkSite(pack);
  return pack;
}
