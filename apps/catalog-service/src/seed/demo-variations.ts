import type { CategoryNode } from "../categories/categories.schema.ts";
import type { NewItem } from "../items/items.schema.ts";
import { stockOf } from "../variations/variations.rules.ts";
import type { StoredVariation } from "../variations/variations.schema.ts";

const colorOf = ({ attributes }: CategoryNode) =>
  attributes.find(
    ({ id, tags, values = [] }) => id === "COLOR" && tags.allow_variations && values.length > 1,
  );

/** Whether items of a category may differ in their color. */
export const variesInColor = (category: CategoryNode): boolean => colorOf(category) !== undefined;

/** An item in two colors, each with its own stock, SKU and picture, in place of a color of its own. */
export function inTwoColors(item: NewItem, category: CategoryNode): Partial<NewItem> {
  const color = colorOf(category);
  if (!color) return {};
  const variations = (color.values ?? []).slice(0, 2).map(({ id, name }, index): StoredVariation => {
    const picture = item.pictures[index] ?? item.pictures[0];
    const sku = { id: "SELLER_SKU", name: "SKU", value_id: null, value_name: `DEMO-${index + 1}` };
    return {
      id: 0,
      combinations: [{ id: color.id, name: color.name, value_id: id, value_name: name }],
      attributes: [sku],
      available: 250,
      sold: 0,
      picture_ids: picture ? [picture.id] : [],
      seller_custom_field: `demo-${index + 1}`,
      catalog_product_id: null,
    };
  });
  const stock = stockOf(variations);
  return {
    variations,
    attributes: item.attributes.filter(({ id }) => id !== color.id),
    availableQuantity: stock,
    initialQuantity: stock,
  };
}
