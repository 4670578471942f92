import { itemsWithoutEnd } from "../../apps/catalog-service/src/demo/items.ts";

/** Bodies of endless items of the demo's first site, always the same. */
export function* newItems(): Generator<object, never> {
  const source = itemsWithoutEnd("MLA", {
    sellers: [1_000_000_001],
    now: new Date("2026-03-10T15:00:00.000Z"),
  });
  for (;;) {
    const { value: item } = source.next();
    yield {
      title: item.title,
      category_id: item.categoryId,
      price: item.price,
      currency_id: item.currencyId,
      available_quantity: Math.max(1, item.availableQuantity),
      condition: item.condition,
      buying_mode: item.buyingMode,
      listing_type_id: item.listingTypeId,
      pictures: item.pictures.map(({ url }) => ({ source: url })),
      attributes: item.attributes.map(({ id, value_id, value_name }) => ({ id, value_id, value_name })),
      description: item.description,
      shipping: { mode: item.shippingMode, free_shipping: item.freeShipping },
    };
  }
}
