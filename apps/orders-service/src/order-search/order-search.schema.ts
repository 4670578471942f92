import { substatusesOfShipments } from "@marketplace/contracts";
import { momentParam, Paging, pagingQuery, wordParam } from "@marketplace/conventions";
import { z } from "zod";
import { orderStatuses } from "../orders/order-record.schema.ts";
import { Order } from "../orders/orders.schema.ts";

export const sorts = [
  { id: "date_asc", name: "Date ascending" },
  { id: "date_desc", name: "Date descending" },
  { id: "date_last_updated_asc", name: "Last update ascending" },
  { id: "date_last_updated_desc", name: "Last update descending" },
] as const;
export type SortId = (typeof sorts)[number]["id"];

const user = z
  .string()
  .regex(/^(me|\d{1,15})$/, "must be a user id or me")
  .optional();
const words = z.string().max(500);

/** Words joined by commas. */
const list = words.transform((text) => text.split(",").filter((word) => word !== ""));
const lists = list.optional();

/** Words of a set, joined by commas; another one is refused. */
const listOf = <const Word extends string>(known: readonly Word[]) =>
  words.transform((text, context): Word[] =>
    text
      .split(",")
      .filter((word) => word !== "")
      .flatMap((word) => {
        const found = known.find((each) => each === word);
        if (found === undefined)
          context.addIssue({ code: "custom", message: `must be of ${known.join(", ")}` });
        return found ?? [];
      }),
  );

/** Answers of a feedback's sides, as searches name them. */
const ratings = ["positive", "neutral", "negative"] as const;
const flags = ["true", "false"] as const;
const feedbackStatuses = ["pending", "waiting_buyer", "waiting_seller", "completed"] as const;

const from = momentParam(false).optional();
const to = momentParam(true).optional();

export const orderSearchParams = {
  seller: user.describe("Seller: the caller's id, or me; the caller when buyer is absent too"),
  buyer: user.describe("Buyer: the caller's id, or me"),
  q: z
    .string()
    .max(200)
    .optional()
    .describe("Order id, item id, words of the title, or nickname of the other side"),
  item: z.string().max(200).optional().describe("Item id, or words of its title"),
  "order.status": listOf(orderStatuses).optional().describe("Statuses, joined by commas"),
  tags: lists.describe("Tags, joined by commas: it has all of them"),
  "tags.not": lists.describe("Tags, joined by commas: it has none of them"),
  "shipping.status": listOf(Object.keys(substatusesOfShipments))
    .optional()
    .describe("Statuses of the shipment, joined by commas"),
  "shipping.substatus": lists.describe("Substatuses of the shipment, joined by commas"),
  "order.date_created.from": from.describe("Bought at this time or later, ISO 8601"),
  "order.date_created.to": to.describe("Bought at this time or earlier, ISO 8601"),
  "order.date_closed.from": from.describe("First paid at this time or later, ISO 8601"),
  "order.date_closed.to": to.describe("First paid at this time or earlier, ISO 8601"),
  "order.date_last_updated.from": from.describe("Last changed at this time or later, ISO 8601"),
  "order.date_last_updated.to": to.describe("Last changed at this time or earlier, ISO 8601"),
  "feedback.sale.rating": listOf(ratings).optional().describe("Ratings of the seller's feedback"),
  "feedback.sale.fulfilled": listOf(flags).optional().describe("Whether the seller's feedback says so"),
  "feedback.purchase.rating": listOf(ratings).optional().describe("Ratings of the buyer's feedback"),
  "feedback.purchase.fulfilled": listOf(flags).optional().describe("Whether the buyer's feedback says so"),
  "feedback.status": listOf(feedbackStatuses).optional().describe("Whose feedback is missing"),
  "mediations.id": lists.describe("Ids of mediations; no order has one"),
  "mediations.stage": lists.describe("Stages of mediations; no order has one"),
  "mediations.status": lists.describe("Statuses of mediations; no order has one"),
  sort: wordParam(sorts.map(({ id }) => id))
    .default("date_asc")
    .describe("Order: by the time of payment for sellers, of purchase for buyers"),
  ...pagingQuery,
};
export type OrderSearchParams = z.output<z.ZodObject<typeof orderSearchParams>>;

const Sort = z.object({ id: z.string().describe("Sort id"), name: z.string().describe("Name") });

const value = { id: z.string().describe("Value id"), name: z.string().describe("Name") };
const filter = {
  id: z.string().describe("Filter id"),
  name: z.string().describe("Name"),
  type: z.string().describe("Type"),
};

const Filter = z
  .object({ ...filter, values: z.array(z.object(value)).describe("Values applied") })
  .meta({ id: "OrderFilter" });

const AvailableFilter = z
  .object({
    ...filter,
    values: z
      .array(z.object({ ...value, results: z.int().describe("Orders that it leaves") }))
      .describe("Values that some orders have"),
  })
  .meta({ id: "AvailableOrderFilter" });

export const OrderSearch = z
  .object({
    query: z.string().describe("Text searched for"),
    results: z.array(Order).describe("Orders"),
    sort: Sort.describe("Order applied"),
    available_sorts: z.array(Sort).describe("The other orders"),
    filters: z.array(Filter).describe("Filters applied"),
    available_filters: z.array(AvailableFilter).describe("Filters that could be applied"),
    paging: Paging.describe("Matches and block"),
    display: z.literal("complete").describe("Orders are shown whole"),
  })
  .meta({ id: "OrderSearch" });
export type OrderSearchWire = z.output<typeof OrderSearch>;
