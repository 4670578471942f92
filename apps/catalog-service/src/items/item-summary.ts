import type { ItemSummary } from "@marketplace/contracts";
import type { Item } from "./item.ts";

/** What other services may know of an item. */
export const itemSummary = (item: Item, vehicle: boolean): ItemSummary => ({
  id: item.id,
  site_id: item.siteId,
  seller_id: item.sellerId,
  title: item.title,
  category_id: item.categoryId,
  price: item.price ?? 0,
  currency_id: item.currencyId,
  available_quantity: item.availableQuantity,
  status: item.status,
  vehicle,
  shipping: {
    mode: item.shippingMode,
    logistic_type: item.logisticType,
    free_shipping: item.freeShipping,
    tags: item.shippingTags,
  },
});
