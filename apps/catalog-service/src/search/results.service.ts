import { currencyOf } from "../currencies/currencies.service.ts";
import type { Deps } from "../deps.ts";
import type { Item, ItemWire } from "../items/items.schema.ts";
import { itemWire } from "../items/items.service.ts";
import type { Links } from "../pictures/picture-links.rules.ts";
import { sites } from "../sites/sites.service.ts";
import type { SearchResult } from "./search.schema.ts";
import type { Seller } from "./sellers.service.ts";

/** The search results of these item numbers, in their order. */
export async function resultsOf(
  numbers: readonly number[],
  { items, sellers, links }: Pick<Deps, "items" | "sellers" | "links">,
): Promise<SearchResult[]> {
  const found = await items.byNumbers(numbers);
  const known = await sellers.byIds(found.map(({ sellerId }) => sellerId));
  // Omits items that were paused after the search was cached.
  return found
    .filter(({ status }) => status === "active")
    .map((item) => resultOf(item, known.get(item.sellerId), links));
}

function resultOf(item: Item, seller: Seller | undefined, links: Links): SearchResult {
  const wire = itemWire(item, links);
  const { city, state } = seller?.place ?? {};
  return {
    id: wire.id,
    site_id: wire.site_id,
    title: wire.title,
    seller: sellerWire(item.sellerId, seller),
    price: wire.price,
    original_price: wire.original_price,
    currency_id: wire.currency_id,
    available_quantity: wire.available_quantity,
    condition: wire.condition,
    permalink: wire.permalink,
    thumbnail: wire.thumbnail,
    thumbnail_id: wire.thumbnail_id,
    category_id: wire.category_id,
    domain_id: wire.domain_id,
    catalog_product_id: wire.catalog_product_id,
    official_store_id: wire.official_store_id,
    attributes: wire.attributes,
    installments: installmentsOf(wire),
    address: {
      state_id: state?.id ?? null,
      state_name: state?.name ?? null,
      city_id: city?.id ?? null,
      city_name: city?.name ?? null,
    },
    seller_address: sellerAddress(seller),
    shipping: wire.shipping,
    tags: wire.tags,
    stop_time: wire.stop_time,
    buying_mode: wire.buying_mode,
    listing_type_id: wire.listing_type_id,
    sold_quantity: wire.sold_quantity,
    accepts_mercadopago: wire.accepts_mercadopago,
  };
}

const sellerWire = (id: number, seller: Seller | undefined): SearchResult["seller"] => ({
  id,
  nickname: seller?.nickname ?? "",
  permalink: seller?.permalink ?? null,
  registration_date: seller?.registered_at ?? null,
  seller_reputation: { level_id: seller?.reputation_level ?? null, power_seller_status: null },
});

const nowhere = { id: null, name: null };
const countries = new Map(sites.map(({ country_id, name }) => [country_id, { id: country_id, name }]));

function sellerAddress(seller: Seller | undefined): SearchResult["seller_address"] {
  const { city, state } = seller?.place ?? {};
  return {
    id: "",
    comment: "",
    address_line: "",
    zip_code: "",
    country: countries.get(seller?.country_id ?? "") ?? nowhere,
    state: state ? { id: state.id, name: state.name } : nowhere,
    city: city ? { id: city.id, name: city.name } : nowhere,
    latitude: "",
    longitude: "",
  };
}

/** Listing types whose price may be paid in installments without interest, and in how many. */
const installmentsOfType: ReadonlyMap<string, number> = new Map([
  ["gold_pro", 6],
  ["gold_premium", 3],
]);

/** Installments without interest; what is bought from the seller directly has none. */
function installmentsOf({ price, currency_id, listing_type_id, buying_mode }: ItemWire) {
  if (price === null || buying_mode === "classified") return null;
  const quantity = installmentsOfType.get(listing_type_id) ?? 1;
  const places = currencyOf(currency_id)?.decimal_places ?? 2;
  return { quantity, amount: Number((price / quantity).toFixed(places)), rate: 0, currency_id };
}
