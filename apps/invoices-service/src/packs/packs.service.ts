import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import type { Pack } from "./packs.repo.ts";

type Packs = Pick<Deps, "packs">;

/** The site on which fiscal documents do not exist (spec: Invoices). */
const siteWithout = "MLB";
/** The site whose warehouses bill by themselves (spec: Invoices). */
const siteWithBiller = "MLC";

/** The pack of an id, if there is one; throws for an order that has a pack (decisions 5.1). */
export async function lookUpPack({ packs }: Packs, id: number): Promise<Pack | undefined> {
  const pack = await packs.find(id);
  if (pack?.orderInPack) throw problems.order_in_pack();
  return pack;
}

/** Throws for a pack whose site or logistic type has no fiscal documents. */
export function checkSite({ siteId, fulfillment }: Pack): void {
  if (siteId === siteWithout) throw problems.site_not_supported({ siteId });
  if (siteId === siteWithBiller && fulfillment) throw problems.biller_required();
}

/** The pack of a seller; 403 for everybody else, also when there is no such pack (decisions 5.5). */
export async function packOfSeller(deps: Packs, id: number, userId: number): Promise<Pack> {
  const pack = await lookUpPack(deps, id);
  if (pack?.sellerId !== userId) throw problems.not_authorized();
  checkSite(pack);
  return pack;
}
