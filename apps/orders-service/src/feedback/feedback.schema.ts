import type { UserProfile } from "@marketplace/contracts";
import { isBlank, platformTimestamp, wireId } from "@marketplace/conventions";
import { z } from "zod";
import type { Order } from "../orders/orders.repo.ts";
import type { Feedback as FeedbackRecord } from "./feedback.repo.ts";
import { partiesOf, ratings } from "./feedback.rules.ts";

const maxLength = 160;
const moment = z.iso.datetime({ offset: true });

const Party = z.object({
  id: wireId().describe("User id"),
  nickname: z.string().describe("Name of the user"),
  status: z.literal("active").describe("Whether the user may trade"),
  points: z.int().describe("Always 0"),
});

/** What one side of an order says of the other (spec: commerce.md 7). */
export const Feedback = z
  .object({
    id: wireId().describe("Feedback id"),
    role: z.enum(["seller", "buyer"]).describe("Side whose feedback it is"),
    order_id: wireId().describe("Order"),
    site_id: z.string().describe("Site of the sale"),
    date_created: moment.describe("When it was given, at -04:00"),
    visibility_date: moment.describe(
      "When the other side could read it, at -04:00; until both have given theirs, date_created",
    ),
    fulfilled: z.boolean().describe("Whether the sale came about"),
    rating: z.enum(ratings).describe("How it went"),
    reason: z.string().nullable().describe("Why the sale did not come about; null where it did"),
    message: z.string().nullable().describe("In words"),
    restock_item: z.boolean().describe("Whether the seller put the units back for sale"),
    reply: z.string().nullable().describe("What the other side replied"),
    modified: z.boolean().describe("Whether its author has changed it"),
    status: z.literal("active").describe("Feedback stays"),
    item: z
      .object({
        id: z.string().describe("Item id"),
        title: z.string().describe("Title, as sold"),
        price: z.number().describe("Price of one unit"),
        currency_id: z.string().describe("Currency of the price"),
      })
      .describe("What was sold"),
    from: Party.describe("Who gave it"),
    to: Party.describe("Whom it rates"),
  })
  .meta({ id: "Feedback" });

export const OrderFeedback = z
  .object({
    sale: Feedback.nullable().describe("The seller's; null until the caller may read it"),
    purchase: Feedback.nullable().describe("The buyer's; null until the caller may read it"),
  })
  .meta({ id: "OrderFeedback" });

const words = z
  .string()
  .refine((text) => [...text].length <= maxLength, `must have at most ${maxLength} characters`);

const fields = {
  fulfilled: z.boolean().describe("Whether the sale came about"),
  rating: z.enum(ratings).describe("How it went"),
  message: words.nullish().describe(`In words, at most ${maxLength} characters`),
  reason: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,79}$/, "must be a word in capitals such as OUT_OF_STOCK")
    .nullish()
    .describe("Why the sale did not come about; needed then"),
  restock_item: z
    .boolean()
    .optional()
    .describe("Of a seller whose sale did not come about: puts the units back for sale, for good"),
};

export const feedbackBody = z
  .strictObject(fields)
  .refine(({ fulfilled, reason }) => fulfilled || typeof reason === "string", {
    path: ["reason"],
    message: "is needed when the sale did not come about",
  });
export type FeedbackBody = z.output<typeof feedbackBody>;

export const replyBody = z.strictObject({
  reply: words
    .refine((text) => !isBlank(text), "must not be blank")
    .describe(`Reply, 1 to ${maxLength} characters`),
});

/** What a feedback shows beside its own row. */
export interface FeedbackParts {
  order: Order;
  users: ReadonlyMap<number, UserProfile>;
}

export function feedbackView(
  feedback: FeedbackRecord,
  { order, users }: FeedbackParts,
): z.output<typeof Feedback> {
  const { from, to } = partiesOf(order, feedback.side);
  const party = (id: number) => ({
    id,
    nickname: users.get(id)?.nickname ?? "",
    status: "active" as const,
    points: 0,
  });
  return {
    id: feedback.id,
    role: feedback.side === "sale" ? "seller" : "buyer",
    order_id: order.id,
    site_id: order.siteId,
    date_created: platformTimestamp(feedback.createdAt),
    visibility_date: platformTimestamp(feedback.visibleAt ?? feedback.createdAt),
    fulfilled: feedback.fulfilled,
    rating: feedback.rating,
    reason: feedback.reason,
    message: feedback.message,
    restock_item: feedback.restockItem,
    reply: feedback.reply,
    modified: feedback.modified,
    status: "active",
    item: {
      id: order.itemId,
      title: order.title ?? order.itemId,
      price: order.unitPrice,
      currency_id: order.currencyId,
    },
    from: party(from),
    to: party(to),
  };
}
