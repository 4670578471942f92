import { Paging } from "@marketplace/conventions";
import { z } from "zod";
import { CategoryName } from "../categories/categories.schema.ts";
import { ItemWire } from "../items/items.schema.ts";

export const sorts = ["relevance", "price_asc", "price_desc"] as const;
export type Sort = (typeof sorts)[number];

const item = ItemWire.shape;

const Place = z.object({ id: z.string().nullable(), name: z.string().nullable() });

const Seller = z.object({
  id: z.int().describe("User id"),
  nickname: z.string().describe("Public name"),
  permalink: z.string().nullable().describe("Address of the seller's page"),
  registration_date: z.string().nullable().describe("When the seller registered"),
  seller_reputation: z
    .object({
      level_id: z.string().nullable().describe("1_red to 5_green; null without sales"),
      power_seller_status: z.null().describe("Always null: there are no medals"),
    })
    .describe("Reputation; GET /users/{id} counts the sales"),
});

/** The city of a seller; what leads to a street is private. */
const SellerAddress = z.object({
  id: z.string().describe("Always empty"),
  comment: z.string().describe("Always empty"),
  address_line: z.string().describe("Always empty"),
  zip_code: z.string().describe("Always empty"),
  country: Place.describe("Country"),
  state: Place.describe("State"),
  city: Place.describe("City"),
  latitude: z.string().describe("Always empty"),
  longitude: z.string().describe("Always empty"),
});

const Installments = z.object({
  quantity: z.int().describe("Number of installments"),
  amount: z.number().describe("Amount of each"),
  rate: z.number().describe("Interest in percent: always 0"),
  currency_id: z.string().describe("Currency of the amount"),
});

/** Fields of an item, in the order of the specification. */
export const SearchResult = z
  .object({
    id: item.id,
    site_id: item.site_id,
    title: item.title,
    seller: Seller.describe("Seller, at most a minute old"),
    price: item.price,
    original_price: item.original_price,
    currency_id: item.currency_id,
    available_quantity: item.available_quantity,
    condition: item.condition,
    permalink: item.permalink,
    thumbnail: item.thumbnail,
    thumbnail_id: item.thumbnail_id,
    category_id: item.category_id,
    domain_id: item.domain_id,
    catalog_product_id: item.catalog_product_id,
    official_store_id: item.official_store_id,
    attributes: item.attributes,
    installments: Installments.nullable().describe(
      "Installments without interest: 6 of gold_pro, 3 of gold_premium, else 1; null for classifieds",
    ),
    address: z
      .object({
        state_id: z.string().nullable(),
        state_name: z.string().nullable(),
        city_id: z.string().nullable(),
        city_name: z.string().nullable(),
      })
      .describe("Where the seller is"),
    seller_address: SellerAddress.describe("The same, with the country"),
    shipping: item.shipping,
    tags: item.tags,
    stop_time: item.stop_time,
    buying_mode: item.buying_mode,
    listing_type_id: item.listing_type_id,
    sold_quantity: item.sold_quantity,
    accepts_mercadopago: item.accepts_mercadopago,
  })
  .meta({ id: "SearchResult" });
export type SearchResult = z.output<typeof SearchResult>;

const SortName = z.object({ id: z.enum(sorts), name: z.string() }).meta({ id: "SearchSort" });

const applied = { id: z.string(), name: z.string(), type: z.enum(["text", "range", "boolean"]) };

export const AppliedFilter = z
  .object({
    ...applied,
    values: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        path_from_root: z.array(CategoryName).optional().describe("Of a category: its ancestors and itself"),
      }),
    ),
  })
  .meta({ id: "AppliedFilter" });
export type AppliedFilter = z.output<typeof AppliedFilter>;

export const AvailableFilter = z
  .object({ ...applied, values: z.array(z.object({ id: z.string(), name: z.string(), results: z.int() })) })
  .meta({ id: "AvailableFilter" });
export type AvailableFilter = z.output<typeof AvailableFilter>;

export const SearchWire = z
  .object({
    site_id: z.string().describe("Site searched"),
    query: z.string().nullable().describe("Text searched for; null when only a category was browsed"),
    paging: Paging.describe("Matches, also those beyond what pages reach, and block"),
    results: z.array(SearchResult).describe("Matching active items"),
    sort: SortName.describe("Order applied"),
    available_sorts: z.array(SortName).describe("Other orders"),
    filters: z.array(AppliedFilter).describe("Filters applied"),
    available_filters: z
      .array(AvailableFilter)
      .describe("Filters that narrow the search, with the number of results each would leave"),
    scroll_id: z.string().nullable().optional().describe("In a scan: where to go on; null at the end"),
  })
  .meta({ id: "Search" });
