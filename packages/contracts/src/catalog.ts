import { z } from "zod";
import { describeCall, type Implementation, longPoll, mutation, query } from "./contract.ts";

/** What other services may know of an item. */
export const ItemSummary = z.object({
  id: z.string(),
  site_id: z.string(),
  seller_id: z.int(),
  title: z.string(),
  category_id: z.string(),
  price: z.number(),
  currency_id: z.string(),
  available_quantity: z.int(),
  status: z.enum(["active", "paused", "closed", "under_review"]),
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
});

export const catalogContract = {
  describe: describeCall,
  /**
   * Names of cacheable answers that changed after a position, all of them when `keys` is null; waits some
   * seconds for the first. Without a position, or with one that is not known any more, everything may have
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
      lines: z.array(z.object({ item_id: z.string(), quantity: z.int().positive() })),
    }),
    z.discriminatedUnion("taken", [
      z.object({ taken: z.literal(true), items: z.array(ItemSummary) }),
      z.object({ taken: z.literal(false), faults: z.array(StockFault) }),
    ]),
  ),
  /** Gives a purchase's stock back, once. */
  returnStock: mutation(z.object({ purchase_key: z.string() }), z.object({ returned: z.boolean() })),
  /** Switches the item's Flex tag; exactly one of two parallel calls sees `changed`. */
  setFlex: mutation(
    z.object({ item_id: z.string(), on: z.boolean() }),
    z.object({ outcome: z.enum(["changed", "unchanged", "not_offered", "not_active", "not_found"]) }),
  ),
} as const;

export type CatalogRpc = Implementation<typeof catalogContract>;
