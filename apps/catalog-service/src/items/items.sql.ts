import type { Item } from "./item.ts";

/** An item as a statement of `stored` gives it: NUMERIC as text, everything else as an item has it. */
export type StoredItem = Omit<Item, "price"> & { price: string | null };

/** The columns of an item, by the names of its fields. */
export const itemColumns = `id, site_id AS "siteId", seller_id AS "sellerId", category_id AS "categoryId", domain_id AS "domainId",
  title, price, currency_id AS "currencyId", initial_quantity AS "initialQuantity",
  available_quantity AS "availableQuantity", sold_quantity AS "soldQuantity", buying_mode AS "buyingMode",
  listing_type_id AS "listingTypeId", condition, pictures, attributes, description, video_id AS "videoId",
  shipping_mode AS "shippingMode", logistic_type AS "logisticType", free_shipping AS "freeShipping",
  local_pick_up AS "localPickUp", shipping_tags AS "shippingTags", status, date_created AS "dateCreated",
  last_updated AS "lastUpdated", version`;

/** The hot reads of items, past Prisma. */
export const stored = {
  one: `SELECT ${itemColumns} FROM items WHERE id = $1`,
  many: `SELECT ${itemColumns} FROM items WHERE id = ANY ($1)`,
} as const;

/** A row as the service speaks of it; its JSON columns and its status hold what this service wrote. */
export const itemOfStored = (row: StoredItem): Item => ({
  ...row,
  price: row.price === null ? null : Number(row.price),
});
