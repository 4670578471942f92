import { dayMs } from "@marketplace/conventions";
import { vehicleSiteIds } from "../demo/sites.ts";
import type { NewItem } from "../items/items.schema.ts";
import { lasting } from "./named-items.ts";

/** Items of each seller that have sold something when the demo begins. */
const itemsOfSeller = 60;
const oldestSaleDays = 90;

const isShipped = ({ buyingMode, shippingMode }: NewItem): boolean =>
  buyingMode === "buy_it_now" && shippingMode === "me2";

/** Sites whose demo has vehicles only have dealers, who sell what is new and hand it over themselves. */
const isDealers = ({ siteId, condition }: NewItem): boolean =>
  condition === "new" && vehicleSiteIds.some((id) => id === siteId);

const canBeSold = (item: NewItem): boolean =>
  item.status === "active" && item.variations.length === 0 && (isShipped(item) || isDealers(item));

/**
 * Gives items of each seller units that were sold, in place, and returns their indexes. Named items stay as
 * they are: what was sold keeps its title. Orders-service makes the orders to go with them.
 */
export function markSold(
  items: NewItem[],
  { named, now }: { named: ReadonlySet<number>; now: Date },
): number[] {
  const counts = new Map<number, number>();
  const sold: number[] = [];
  for (const [index, item] of items.entries()) {
    const count = counts.get(item.sellerId) ?? 0;
    if (named.has(index) || count >= itemsOfSeller || !canBeSold(item)) continue;
    counts.set(item.sellerId, count + 1);
    const soldQuantity = 12 + ((count * 37) % 61);
    const listed = new Date(now.getTime() - (oldestSaleDays + 1 + (count % 29)) * dayMs);
    items[index] = {
      ...item,
      listingTypeId: lasting(item),
      soldQuantity,
      initialQuantity: item.availableQuantity + soldQuantity,
      dateCreated: listed < item.dateCreated ? listed : item.dateCreated,
    };
    sold.push(index);
  }
  return sold;
}
