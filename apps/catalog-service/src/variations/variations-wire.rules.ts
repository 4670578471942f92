import type { VariationSummary } from "@marketplace/contracts";
import { attributesWire } from "../items/attributes-wire.service.ts";
import type { Item } from "../items/items.schema.ts";
import type { StoredVariation, VariationWire } from "./variations.schema.ts";

type OfItem = Pick<Item, "price" | "siteId">;

const combinationsWire = ({ combinations }: StoredVariation) =>
  combinations.map(({ id, name, value_id, value_name }) => ({ id, name, value_id, value_name }));

/** A variation as it is part of its item. jsonb does not keep the order of keys. */
export const variationWire = (variation: StoredVariation, { price }: OfItem): VariationWire => ({
  id: variation.id,
  price,
  attribute_combinations: combinationsWire(variation),
  available_quantity: variation.available,
  sold_quantity: variation.sold,
  sale_terms: [],
  picture_ids: variation.picture_ids,
  seller_custom_field: variation.seller_custom_field,
  catalog_product_id: variation.catalog_product_id,
  inventory_id: null,
  user_product_id: null,
});

/** A variation with its own attributes. */
export const fullVariationWire = (variation: StoredVariation, item: OfItem): VariationWire => ({
  ...variationWire(variation, item),
  attributes: attributesWire(variation.attributes, item.siteId),
});

/** A variation as other services know it. */
export const variationSummary = (variation: StoredVariation): VariationSummary => ({
  id: variation.id,
  available_quantity: variation.available,
  attribute_combinations: combinationsWire(variation),
  seller_sku: variation.attributes.find(({ id }) => id === "SELLER_SKU")?.value_name ?? null,
  seller_custom_field: variation.seller_custom_field,
});
