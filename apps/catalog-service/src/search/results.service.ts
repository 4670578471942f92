import type { Deps } from "../deps.ts";
import type { Item } from "../items/items.schema.ts";
import { itemWire } from "../items/items.service.ts";
import type { SearchResult } from "./search.schema.ts";

/** The search results of these item numbers, in their order. */
export async function resultsOf(
  numbers: readonly number[],
  { items, sellers, webUrl }: Pick<Deps, "items" | "sellers" | "webUrl">,
): Promise<SearchResult[]> {
  const found = await items.byNumbers(numbers);
  const nicknames = await sellers.nicknames(found.map(({ sellerId }) => sellerId));
  // Omits items that were paused after the search was cached.
  return found
    .filter(({ status }) => status === "active")
    .map((item) => resultOf(item, nicknames.get(item.sellerId) ?? "", webUrl));
}

function resultOf(item: Item, nickname: string, webUrl: string): SearchResult {
  const wire = itemWire(item, webUrl);
  return {
    id: wire.id,
    site_id: wire.site_id,
    title: wire.title,
    seller: { id: item.sellerId, nickname },
    price: wire.price,
    currency_id: wire.currency_id,
    available_quantity: wire.available_quantity,
    condition: wire.condition,
    permalink: wire.permalink,
    thumbnail: wire.thumbnail,
    category_id: wire.category_id,
    domain_id: wire.domain_id,
    attributes: wire.attributes,
    shipping: wire.shipping,
    buying_mode: wire.buying_mode,
    listing_type_id: wire.listing_type_id,
    sold_quantity: wire.sold_quantity,
  };
}
