import { Paging } from "@marketplace/conventions";
import { z } from "zod";
import { ItemWire } from "../items/items.schema.ts";

export const sorts = ["relevance", "price_asc", "price_desc"] as const;
export type Sort = (typeof sorts)[number];

const item = ItemWire.shape;

/** Fields of an item, in the order of the specification. */
export const SearchResult = z
  .object({
    id: item.id,
    site_id: item.site_id,
    title: item.title,
    seller: z.object({ id: z.int(), nickname: z.string() }).describe("Seller"),
    price: item.price,
    currency_id: item.currency_id,
    available_quantity: item.available_quantity,
    condition: item.condition,
    permalink: item.permalink,
    thumbnail: item.thumbnail,
    category_id: item.category_id,
    domain_id: item.domain_id,
    attributes: item.attributes,
    shipping: item.shipping,
    buying_mode: item.buying_mode,
    listing_type_id: item.listing_type_id,
    sold_quantity: item.sold_quantity,
  })
  .meta({ id: "SearchResult" });
export type SearchResult = z.output<typeof SearchResult>;

const SortName = z.object({ id: z.enum(sorts), name: z.string() }).meta({ id: "SearchSort" });

const applied = { id: z.string(), name: z.string(), type: z.enum(["text", "range", "boolean"]) };

export const AppliedFilter = z
  .object({ ...applied, values: z.array(z.object({ id: z.string(), name: z.string() })) })
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
    paging: Paging.describe(
      "Matches and block; total is at most 10000, the depth that can be paged, and an estimate of larger sets of words",
    ),
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
