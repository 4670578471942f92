import { Paging } from "@marketplace/conventions";
import { z } from "zod";
import { ItemAttribute, ItemShipping } from "../items/items.schema.ts";

export const sorts = ["relevance", "price_asc", "price_desc"] as const;
export type Sort = (typeof sorts)[number];

export const SearchResult = z
  .object({
    id: z.string().describe("Item id"),
    site_id: z.string().describe("Site id"),
    title: z.string().describe("Title"),
    seller: z.object({ id: z.int(), nickname: z.string() }).describe("Seller"),
    price: z.number().nullable().describe("Price"),
    currency_id: z.string().describe("Currency of the price"),
    available_quantity: z.int().describe("Stock"),
    condition: z.string().describe("new, used or not_specified"),
    permalink: z.string().describe("Address of the item's page"),
    thumbnail: z.string().describe("Address of the thumbnail; empty without pictures"),
    category_id: z.string().describe("Category"),
    domain_id: z.string().nullable().describe("Domain"),
    attributes: z.array(ItemAttribute).describe("Attributes"),
    shipping: ItemShipping.describe("How it ships"),
    buying_mode: z.string().describe("Way of buying"),
    listing_type_id: z.string().describe("Listing type"),
    sold_quantity: z.int().describe("Units sold"),
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
