import { z } from "zod";
import { ItemWire } from "../items/items.schema.ts";

const currency_id = ItemWire.shape.currency_id;

export const ListingTypeName = z
  .object({
    site_id: z.string().describe("Site"),
    id: z.string().describe("Listing type"),
    name: z.string().describe("Name in the site's language"),
  })
  .meta({ id: "ListingType" });

const FeeCriteria = z.object({
  min_fee_amount: z.number().describe("Least fee"),
  max_fee_amount: z.number().nullable().describe("Highest fee; null without a bound"),
  percentage_of_fee_amount: z.number().describe("Percent of the price"),
  currency: currency_id,
});

export const ListingTypeWire = z
  .object({
    id: ListingTypeName.shape.id,
    not_available_in_categories: z.array(z.string()).describe("Categories without it: always empty"),
    configuration: z.object({
      name: ListingTypeName.shape.name,
      listing_exposure: z.string().describe("highest, high, mid, low or lowest"),
      requires_picture: z.boolean().describe("Whether a listing needs a picture"),
      max_stock_per_item: z.int().describe("Highest stock"),
      duration_days: z
        .record(z.string(), z.int().nullable())
        .describe("Days that a listing lasts, by way of buying"),
      listing_fee_criteria: FeeCriteria.describe("What a listing costs: nothing"),
      sale_fee_criteria: FeeCriteria.describe("What a sale costs"),
    }),
    exceptions_by_category: z.array(z.object({ category_id: z.string() })).describe("Always empty"),
  })
  .meta({ id: "ListingTypeConfiguration" });

export const AvailableTypes = z
  .object({
    category_id: z.string().nullable().describe("Category asked for"),
    available: z.array(
      ListingTypeName.extend({
        remaining_listings: z.int().nullable().describe("How many more; null: as many as one likes"),
      }).meta({ id: "AvailableListingType" }),
    ),
  })
  .meta({ id: "AvailableListingTypes" });

export const ListingPrice = z
  .object({
    currency_id,
    free_relist: z.boolean().describe("Whether it is relisted without a fee"),
    listing_exposure: ListingTypeWire.shape.configuration.shape.listing_exposure,
    listing_fee_amount: z.number().describe("What the listing costs: 0"),
    listing_fee_details: z
      .object({
        fixed_fee: z.number().describe("Amount beside a percentage: 0"),
        gross_amount: z.number().describe("The whole fee: 0"),
      })
      .describe("What that is made of"),
    listing_type_id: ListingTypeName.shape.id,
    listing_type_name: ListingTypeName.shape.name,
    mapping: z.string().describe("Listing type whose fees it has"),
    requires_picture: z.boolean().describe("Whether a listing needs a picture"),
    sale_fee_amount: z.number().describe("What the sale of one costs: percentage and fixed fee"),
    sale_fee_details: z
      .object({
        financing_add_on_fee: z.number().describe("Percent for installments without interest"),
        fixed_fee: z.number().describe("Amount beside the percentage"),
        gross_amount: z.number().describe("The whole fee"),
        meli_percentage_fee: z.number().describe("Percent of the marketplace"),
        percentage_fee: z.number().describe("All percent"),
      })
      .describe("What that is made of"),
    stop_time: z.string().describe("When a listing that begins now ends"),
  })
  .meta({ id: "ListingPrice" });

export const ListingTypeChange = z
  .strictObject({ id: z.string().max(100).describe("Listing type") })
  .meta({ id: "ListingTypeChange" });
