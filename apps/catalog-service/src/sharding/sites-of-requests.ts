import { isOperator, requestScope, type SiteKey } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";

/** The site of the caller, where what they add is. */
export const siteOfCaller = (): string | undefined => requestScope()?.caller?.siteId;

/** The site of a seller's items; `undefined` for a seller whose items the caller may not see. */
export async function siteOfSeller(
  sellerId: number,
  { sellers }: Pick<Deps, "sellers">,
): Promise<string | undefined> {
  const caller = requestScope()?.caller;
  if (!caller) return undefined;
  if (caller.userId === sellerId) return caller.siteId;
  if (!isOperator(caller)) return undefined;
  return (await sellers.byIds([sellerId])).get(sellerId)?.site_id;
}

/** Numbers of six digits, the site, and the number of the picture: ids that this service gave. */
const ownId = /^\d{6}-([A-Z]{3})\d+_\d{6}/;

/** Where the file of a picture is: only pictures with ids that this service gave have files. */
export const placeOfFile = (name: string): string | undefined => ownId.exec(name)?.[1];

/** Where a picture is. One with an id that its seller chose, of any form, may be an item's of any site. */
export async function placeOfPicture(id: string, { sites }: Pick<Deps, "sites">): Promise<SiteKey<Deps>> {
  const areIn = async ({ pictures }: Deps) => (await pictures.find(id)) !== undefined;
  const siteId = placeOfFile(id);
  const isThere = siteId !== undefined && (await sites?.alone(siteId, areIn));
  return isThere ? siteId : { id: undefined, areIn, repeatable: true };
}
