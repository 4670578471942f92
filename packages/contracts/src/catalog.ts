import { z } from "zod";
import { describeCall, type Implementation, longPoll, mutation, query } from "./contract.ts";
import { vitalsCall } from "./vitals.ts";

const AttributeOfVariation = z.object({
  /** `null` for a custom attribute. */
  id: z.string().nullable(),
  name: z.string(),
  value_id: z.string().nullable(),
  value_name: z.string().nullable(),
});

/** What other services may know of a variation. Its price is the item's. */
export const VariationSummary = z.object({
  id: z.int(),
  available_quantity: z.int(),
  attribute_combinations: z.array(AttributeOfVariation),
  /** Its attribute SELLER_SKU. */
  seller_sku: z.string().nullable(),
  seller_custom_field: z.string().nullable(),
});
export type VariationSummary = z.output<typeof VariationSummary>;

/** What other services may know of an item. */
export const ItemSummary = z.object({
  id: z.string(),
  site_id: z.string(),
  seller_id: z.int(),
  title: z.string(),
  category_id: z.string(),
  /** Whether items of its category are bought online. Absent in answers of earlier releases. */
  buying_allowed: z.boolean().optional(),
  /** 0 of an item without a price. */
  price: z.number(),
  currency_id: z.string(),
  available_quantity: z.int(),
  status: z.enum(["active", "paused", "closed", "under_review"]),
  /** Such as `out_of_stock` of a paused one. */
  sub_status: z.array(z.string()).optional(),
  variations: z.array(VariationSummary).optional(),
  condition: z.string().optional(),
  listing_type_id: z.string().optional(),
  /** Its attribute SELLER_SKU. */
  seller_sku: z.string().nullable().optional(),
  seller_custom_field: z.string().nullable().optional(),
  /** In words, of its terms of sale. */
  warranty: z.string().nullable().optional(),
  /** Days of its term MANUFACTURING_TIME. */
  manufacturing_days: z.int().nullable().optional(),
  /** Of one unit at its present price. */
  sale_fee: z.number().optional(),
  /** Whether the category's vertical is motors: its questions carry contact data. */
  vehicle: z.boolean(),
  shipping: z.object({
    mode: z.string(),
    logistic_type: z.string(),
    free_shipping: z.boolean(),
    tags: z.array(z.string()),
  }),
});
export type ItemSummary = z.output<typeof ItemSummary>;

export const SiteRecord = z.object({
  id: z.string(),
  name: z.string(),
  country_id: z.string(),
  default_currency_id: z.string(),
  language: z.enum(["es", "pt"]),
  time_zone: z.string(),
});
export type SiteRecord = z.output<typeof SiteRecord>;

const StockFault = z.object({
  item_id: z.string(),
  reason: z.enum(["not_found", "not_active", "insufficient"]),
  /** The variation of the line. */
  variation_id: z.int().optional(),
  /** `needed`: the item has variations and the line names none; `unknown`: it has no such variation. */
  variation: z.enum(["needed", "unknown"]).optional(),
});

export const catalogContract = {
  describe: describeCall,
  vitals: vitalsCall,
  /**
   * Names of cacheable answers that changed after a position, all of them when `keys` is null; waits a
   * moment for the first. Without a position, or with one that is not known any more, everything may have
   * changed.
   */
  changes: longPoll(
    z.object({ after: z.string().optional() }),
    z.object({ position: z.string(), keys: z.array(z.string()).nullable() }),
  ),
  sites: query(z.object({}), z.array(SiteRecord)),
  /** The items that exist, in no particular order; at most 500 ids. */
  items: query(z.object({ ids: z.array(z.string()).max(500) }), z.array(ItemSummary)),
  /** `null` for an unknown category. */
  shippingPreferences: query(
    z.object({ category_id: z.string() }),
    z
      .object({
        category_id: z.string(),
        logistics: z.array(z.object({ types: z.array(z.string()), mode: z.string() })),
        /** Flex is switched on by the item's opt-in alone (spec: Flex shipping, last paragraph). */
        flex_opt_in_only: z.boolean(),
      })
      .nullable(),
  ),
  /** Whether the seller has an active listing that ships by ME2. */
  hasActiveMe2Listing: query(z.object({ seller_id: z.int() }), z.boolean()),
  /** Takes stock for a purchase, all lines or none; once, however often it is repeated with the same key. */
  takeStock: mutation(
    z.object({
      purchase_key: z.string(),
      lines: z.array(
        z.object({
          item_id: z.string(),
          /** Of an item with variations. */
          variation_id: z.int().optional(),
          quantity: z.int().positive(),
        }),
      ),
    }),
    z.discriminatedUnion("taken", [
      z.object({ taken: z.literal(true), items: z.array(ItemSummary) }),
      z.object({ taken: z.literal(false), faults: z.array(StockFault) }),
    ]),
  ),
  /** Gives a purchase's stock back, once. */
  returnStock: mutation(z.object({ purchase_key: z.string() }), z.object({ returned: z.boolean() })),
  /** Gives units of one order back, once per key, also when the purchase's other orders keep theirs. */
  returnUnits: mutation(
    z.object({
      return_key: z.string(),
      item_id: z.string(),
      /** Of an item with variations. */
      variation_id: z.int().optional(),
      quantity: z.int().positive(),
    }),
    z.object({ returned: z.boolean() }),
  ),
  /** Switches the item's Flex tag; exactly one of two parallel calls sees `changed`. */
  setFlex: mutation(
    z.object({ item_id: z.string(), on: z.boolean() }),
    z.object({ outcome: z.enum(["changed", "unchanged", "not_offered", "not_active", "not_found"]) }),
  ),
} as const;

export type CatalogRpc = Implementation<typeof catalogContract>;
