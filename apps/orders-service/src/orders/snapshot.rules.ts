import type { ItemSummary } from "@marketplace/contracts";
import type { Snapshot } from "./order-record.schema.ts";

/** What an order keeps of its item. A variation's own SKU and custom field count before the item's. */
export function snapshotOf(item: ItemSummary, variationId: number | null): Snapshot {
  const variation = item.variations?.find(({ id }) => id === variationId);
  return {
    title: item.title,
    categoryId: item.category_id,
    condition: item.condition ?? null,
    variationAttributes: variation?.attribute_combinations ?? [],
    sellerSku: variation?.seller_sku ?? item.seller_sku ?? null,
    sellerCustomField: variation?.seller_custom_field ?? item.seller_custom_field ?? null,
    warranty: item.warranty ?? null,
    listingTypeId: item.listing_type_id ?? null,
    manufacturingDays: item.manufacturing_days ?? null,
    saleFee: item.sale_fee ?? 0,
  };
}
