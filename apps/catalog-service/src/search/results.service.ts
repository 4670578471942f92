import type { Deps } from "../deps.ts";
import type { Item } from "../items/item.ts";
import { permalinkOf, shippingWire } from "../items/item-wire.ts";
import type { SearchResult } from "./search.schema.ts";

/** The items of these numbers as search shows them, in their order. */
export async function resultsOf(
  numbers: readonly number[],
  { items, sellers, webUrl }: Pick<Deps, "items" | "sellers" | "webUrl">,
): Promise<SearchResult[]> {
  const found = await items.byNumbers(numbers);
  const nicknames = await sellers.nicknames(found.map(({ sellerId }) => sellerId));
  // An item that was paused after the search was remembered is not shown any more.
  return found
    .filter(({ status }) => status === "active")
    .map((item) => result(item, nicknames.get(item.sellerId) ?? "", webUrl));
}

const result = (item: Item, nickname: string, webUrl: string): SearchResult => ({
  id: item.id,
  site_id: item.siteId,
  title: item.title,
  seller: { id: item.sellerId, nickname },
  price: item.price,
  currency_id: item.currencyId,
  available_quantity: item.availableQuantity,
  condition: item.condition,
  permalink: permalinkOf(item, webUrl),
  thumbnail: item.pictures[0]?.url ?? "",
  category_id: item.categoryId,
  domain_id: item.domainId,
  attributes: item.attributes.map(({ id, name, value_id, value_name }) => ({
    id,
    name,
    value_id,
    value_name,
  })),
  shipping: shippingWire(item),
  buying_mode: item.buyingMode,
  listing_type_id: item.listingTypeId,
  sold_quantity: item.soldQuantity,
});
