import { booleanParam, integerParam, Paging, pagingQuery, wordParam } from "@marketplace/conventions";
import { z } from "zod";
import { itemStatuses } from "../items/items.schema.ts";
import { AppliedFilter, AvailableFilter } from "../search/search.schema.ts";

/** Statuses of the public API that no item here has: their search is empty. */
const unusedStatuses = ["pending", "not_yet_active", "programmed"] as const;

/** The fields that a search sorts by, in both directions. */
export const orderFields = [
  "stop_time",
  "start_time",
  "available_quantity",
  "price",
  "last_updated",
] as const;
export type OrderField = (typeof orderFields)[number];

const directions = { asc: "ascending", desc: "descending" } as const;
type Direction = keyof typeof directions;

export interface Order {
  id: string;
  name: string;
  field: OrderField;
  direction: Direction;
}

const orderBy = (field: OrderField, direction: Direction): Order => ({
  id: `${field}_${direction}`,
  name: `Order by ${field.replaceAll("_", " ")} ${directions[direction]}`,
  field,
  direction,
});

export const defaultOrder = orderBy("stop_time", "asc");
export const orders = orderFields.flatMap((field) => [orderBy(field, "asc"), orderBy(field, "desc")]);

const word = z.string().max(100).optional();

export const sellerItemsParams = {
  status: wordParam([...itemStatuses, ...unusedStatuses])
    .optional()
    .describe("Status; all when absent"),
  sub_status: word.describe("More about the status, such as out_of_stock"),
  q: z.string().max(512, "may have at most 512 characters").optional().describe("Words of the title"),
  sku: z.string().max(255).optional().describe("seller_custom_field"),
  seller_sku: z.string().max(255).optional().describe("Value of the attribute SELLER_SKU"),
  listing_type_id: word.describe("Listing type"),
  buying_mode: word.describe("Way of buying"),
  shipping_mode: word.describe("Shipping mode"),
  logistic_type: word.describe("Logistic type"),
  tags: z.string().max(500).optional().describe("Tags of the item, joined by commas: it has all of them"),
  missing_product_identifiers: booleanParam()
    .optional()
    .describe("true: without the attribute GTIN; false: with it"),
  include_filters: booleanParam().optional().describe("true: with filters and available_filters"),
  orders: wordParam(orders.map(({ id }) => id))
    .default(defaultOrder.id)
    .describe("Order; a scan keeps the order in which items were listed"),
  ...pagingQuery,
  // Too deep a one has a message of its own, together with the limit.
  offset: integerParam({ min: 0 })
    .default(0)
    .describe("Lower bound of the block; offset + limit is at most 10000; a scan has none"),
  search_type: wordParam(["scan"])
    .optional()
    .describe("scan reads deeper than 10000 results, block by block"),
  scroll_id: z.string().optional().describe("Where a scan goes on: from its last answer"),
};
export type SellerItemsParams = z.output<z.ZodObject<typeof sellerItemsParams>>;

const OrderName = z.object({ id: z.string(), name: z.string() }).meta({ id: "SellerItemsOrder" });

export const SellerItemsWire = z
  .object({
    seller_id: z.string().describe("User id of the seller"),
    query: z.string().nullable().describe("Text searched for"),
    paging: Paging.describe("Matches and block"),
    results: z.array(z.string()).describe("Item ids"),
    orders: z.array(OrderName).describe("Order asked for; a scan goes by the items' numbers all the same"),
    available_orders: z.array(OrderName).describe("All orders"),
    filters: z.array(AppliedFilter).optional().describe("With include_filters: filters applied"),
    available_filters: z
      .array(AvailableFilter)
      .optional()
      .describe("With include_filters: filters that narrow the search, with the results of each"),
    scroll_id: z.string().nullable().optional().describe("In a scan: where to go on; null at the end"),
  })
  .meta({ id: "SellerItems" });
export type SellerItemsWire = z.output<typeof SellerItemsWire>;
