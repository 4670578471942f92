import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { Item } from "./item.ts";

/** An item that has no id yet. */
export type NewItem = Omit<Item, "id" | "version">;

const chunk = 1_000;

const insert = `
  INSERT INTO items (no, id, site_id, seller_id, category_id, domain_id, title, price, currency_id, initial_quantity,
    available_quantity, sold_quantity, buying_mode, listing_type_id, condition, pictures, attributes, description,
    video_id, shipping_mode, logistic_type, free_shipping, local_pick_up, shipping_tags, status, date_created, last_updated)
  SELECT no, "siteId" || no, "siteId", "sellerId", "categoryId", "domainId", title, price, "currencyId",
    "initialQuantity", "availableQuantity", "soldQuantity", "buyingMode", "listingTypeId", condition, pictures, attributes,
    description, "videoId", "shippingMode", "logisticType", "freeShipping", "localPickUp", "shippingTags", status,
    "dateCreated", "lastUpdated"
  FROM (SELECT nextval('item_numbers') AS no, r.* FROM jsonb_to_recordset($1::jsonb) AS r (
    "siteId" text, "sellerId" bigint, "categoryId" text, "domainId" text, title text, price numeric, "currencyId" text,
    "initialQuantity" int, "availableQuantity" int, "soldQuantity" int, "buyingMode" text, "listingTypeId" text,
    condition text, pictures jsonb, attributes jsonb, description text, "videoId" text, "shippingMode" text,
    "logisticType" text, "freeShipping" boolean, "localPickUp" boolean, "shippingTags" text[], status text,
    "dateCreated" timestamptz, "lastUpdated" timestamptz)) numbered
  RETURNING id`;

/** Stores many items in few statements; answers their ids in the same order. */
export async function insertItems(db: CatalogDatabase, items: readonly NewItem[]): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < items.length; from += chunk) {
    const part = JSON.stringify(items.slice(from, from + chunk));
    const rows = await db.current().$queryRawUnsafe<{ id: string }[]>(insert, part);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}
