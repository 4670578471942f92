import { z } from "zod";
import { amount } from "../payments/amount.schema.ts";
import { newPaymentStatuses } from "../payments/payments.transitions.ts";

/** A payment of an order. */
export const paymentBody = z
  .strictObject({
    status: z.enum(newPaymentStatuses).default("approved").describe("How the payment begins"),
    amount: amount.optional().describe("What it pays of the items; what is due when absent"),
  })
  .meta({ id: "NewPayment", examples: [{ status: "approved" }] });

/** What may be done with an order: one of the two. */
export const orderChange = z
  .strictObject({
    status: z
      .enum(["cancelled", "pending_cancel", "invalid"])
      .optional()
      .describe(
        "cancelled, by buyer and seller; pending_cancel (stuck refund) and invalid (fraud), by operators",
      ),
    tags: z
      .tuple([z.literal("delivered")])
      .optional()
      .describe("Marks it as delivered, for the seller of an order without shipment"),
  })
  .refine(({ status, tags }) => (status === undefined) !== (tags === undefined), {
    message: "takes either status or tags",
  })
  .meta({ id: "OrderChange", examples: [{ status: "cancelled" }] });
