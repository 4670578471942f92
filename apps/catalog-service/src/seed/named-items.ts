import type { CategoryNode } from "../categories/categories.schema.ts";
import { flexTags, withFlex } from "../items/flex.service.ts";
import { pausedBySeller } from "../items/item-status.rules.ts";
import type { NewItem } from "../items/items.schema.ts";
import { inTwoColors, variesInColor } from "./demo-variations.ts";

/**
 * Names of items in other seeds and `sandbox.json` (decisions 8.2). Those after item_seller2 are for more
 * packs, the last one has variations.
 */
export const itemNames = [
  "item_active",
  "item_active_2",
  "item_flex_on",
  "item_no_flex",
  "item_paused",
  "item_closed",
  "item_vehicle",
  "item_seller2",
  "item_mlb",
  "item_mlc",
  "item_no_messaging",
  "item_moderated",
  "item_variations",
] as const;
export type ItemName = (typeof itemNames)[number];

interface NamedItem {
  seller: string;
  site: string;
  /** The first generated item that fits gets the name. */
  fits: (item: NewItem, category: CategoryNode) => boolean;
  change?: (item: NewItem, category: CategoryNode) => Partial<NewItem>;
}

const offersFlex = ({ shippingTags, shippingMode }: NewItem): boolean =>
  shippingMode === "me2" && shippingTags.includes(flexTags.available);
const own = (seller: string, rest: Partial<NamedItem> = {}): NamedItem => ({
  seller,
  site: "MLA",
  fits: offersFlex,
  ...rest,
});

const namedItems: Record<ItemName, NamedItem> = {
  item_active: own("seller_mla"),
  item_active_2: own("seller_mla"),
  item_flex_on: own("seller_mla", {
    change: ({ shippingTags }) => ({ shippingTags: withFlex(shippingTags, true) }),
  }),
  item_no_flex: own("seller_mla", {
    fits: ({ shippingMode, shippingTags }) =>
      shippingMode === "me2" && !shippingTags.includes(flexTags.available),
  }),
  item_paused: own("seller_mla", { change: () => ({ status: "paused", subStatus: [pausedBySeller] }) }),
  item_closed: own("seller_mla", {
    change: ({ lastUpdated }) => ({ status: "closed", closedAt: lastUpdated }),
  }),
  item_vehicle: own("seller_mla", { fits: (_, { settings }) => settings.vertical === "motors" }),
  item_seller2: own("seller2_mla"),
  item_mlb: own("seller_mlb", { site: "MLB" }),
  item_mlc: own("seller_mlc", { site: "MLC" }),
  item_no_messaging: own("no_messaging_mla"),
  item_moderated: own("seller_moderated_mla"),
  item_variations: own("seller_mla", {
    fits: (item, category) => offersFlex(item) && item.pictures.length > 1 && variesInColor(category),
    change: inTwoColors,
  }),
};

/** The listing type of an item that has to last. */
export const lasting = ({ listingTypeId }: Pick<NewItem, "listingTypeId">): string =>
  listingTypeId === "free" ? "gold_special" : listingTypeId;

/** Assigns the names to items of a site, which it changes in place; returns their indexes by name. */
export function assignNames(
  items: NewItem[],
  {
    site,
    sellers,
    categories,
  }: { site: string; sellers: Record<string, number>; categories: ReadonlyMap<string, CategoryNode> },
): Map<ItemName, number> {
  const places = new Map<ItemName, number>();
  const taken = new Set<number>();
  for (const name of itemNames) {
    const named = namedItems[name];
    const sellerId = sellers[named.seller];
    if (named.site !== site || sellerId === undefined) continue;
    const place = items.findIndex((item, index) => {
      const category = categories.get(item.categoryId);
      return (
        !taken.has(index) && item.status === "active" && category !== undefined && named.fits(item, category)
      );
    });
    const item = items[place];
    const category = item && categories.get(item.categoryId);
    if (!item || !category) continue;
    taken.add(place);
    places.set(name, place);
    // Plenty of stock, so that scripts can buy repeatedly, and no end after 60 days.
    const stocked = {
      ...item,
      sellerId,
      listingTypeId: lasting(item),
      ...(offersFlex(item) && { availableQuantity: 500, initialQuantity: 500 }),
    };
    items[place] = { ...stocked, ...named.change?.(stocked, category) };
  }
  return places;
}
