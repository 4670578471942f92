import { wireId } from "@marketplace/conventions";
import { z } from "zod";
import { amount } from "./amount.schema.ts";
import { paymentStatuses } from "./payments.transitions.ts";

const moment = z.iso.datetime({ offset: true });
const status = z.enum(paymentStatuses).describe("Where the payment is");
const none = z.null();

/** The amounts of a payment, in its currency. */
const amounts = {
  transaction_amount: z.number().describe("What it pays for the items"),
  transaction_amount_refunded: z.number().describe("What went back to the buyer"),
  taxes_amount: z.number().describe("Taxes on top"),
  shipping_cost: z.number().describe("What it pays for shipping"),
  overpaid_amount: z.number().describe("What was paid too much"),
  total_paid_amount: z.number().describe("Items and shipping"),
};

/** A payment as it stands in its order (spec: commerce.md 1.5). */
export const OrderPayment = z
  .object({
    id: wireId().describe("Payment id"),
    order_id: wireId().describe("Order that it pays"),
    payer_id: wireId().describe("User who pays"),
    collector: z.object({ id: wireId().describe("User id") }).describe("User who is paid"),
    card_id: none.describe("Card; none is kept"),
    reason: z.string().describe("Title of the item"),
    site_id: z.string().describe("Site of the sale"),
    payment_method_id: z.string().describe("Means of payment"),
    payment_type: z.string().describe("Kind of the means of payment"),
    currency_id: z.string().describe("Currency of the amounts"),
    installments: z.int().describe("Number of parts in which the buyer pays"),
    issuer_id: none.describe("Issuer of the card; none is kept"),
    atm_transfer_reference: z
      .object({
        transaction_id: none.describe("Number of the transfer"),
        company_id: none.describe("Company of the transfer"),
      })
      .describe("Reference of a bank transfer; none is made"),
    coupon_id: none.describe("Coupon; there are none"),
    coupon_amount: z.number().describe("What a coupon paid"),
    activation_uri: none.describe("Where the buyer pays; payments here need no page"),
    operation_type: z.literal("regular_payment").describe("Kind of the operation"),
    available_actions: z.array(z.string()).describe("What the seller may do: refund, when approved"),
    status,
    status_code: none.describe("Code of the status; there is none"),
    status_detail: z.string().describe("Why it has its status"),
    ...amounts,
    installment_amount: z.number().nullable().describe("One installment; null for a single one"),
    deferred_period: none.describe("Deferral of the installments; there is none"),
    date_approved: moment.nullable().describe("When it was approved"),
    transaction_order_id: none.describe("Order of the means of payment; none is kept"),
    date_created: moment.describe("When it was made"),
    date_last_modified: moment.describe("When it last changed"),
    marketplace_fee: z.number().describe("Fee of the sale"),
    reference_id: none.describe("Reference of the means of payment; none is kept"),
    authorization_code: none.describe("Code of the card's issuer; none is kept"),
  })
  .meta({ id: "OrderPayment" });

export const RefundRecord = z
  .object({
    id: wireId().describe("Refund id"),
    payment_id: wireId().describe("Payment that it gives back"),
    amount: z.number().describe("What goes back"),
    status: z.literal("approved").describe("Refunds are made at once"),
    date_created: moment.describe("When it was made"),
  })
  .meta({ id: "Refund" });

/** A payment by its own id. */
export const Collection = z
  .object({
    id: wireId().describe("Payment id"),
    site_id: z.string().describe("Site of the sale"),
    date_created: moment.describe("When it was made"),
    date_approved: moment.nullable().describe("When it was approved"),
    money_release_date: moment
      .nullable()
      .describe("When the seller gets the money: 28 days after the approval"),
    last_modified: moment.describe("When it last changed"),
    reason: z.string().describe("Title of the item"),
    currency_id: z.string().describe("Currency of the amounts"),
    ...amounts,
    coupon_amount: z.number().describe("What a coupon paid"),
    amount_refunded: z.number().describe("What went back to the buyer"),
    status,
    status_detail: z.string().describe("Why it has its status"),
    payment_type: z.string().describe("Kind of the means of payment"),
    payment_method_id: z.string().describe("Means of payment"),
    installments: z.int().describe("Number of parts in which the buyer pays"),
    installment_amount: z.number().nullable().describe("One installment; null for a single one"),
    marketplace: z.literal("MELI").describe("Where the sale was made"),
    operation_type: z.literal("regular_payment").describe("Kind of the operation"),
    external_reference: z.string().describe("Order id"),
    order_id: z.string().describe("Order id"),
    refunds: z.array(RefundRecord).describe("What went back, the oldest first"),
    net_received_amount: z.number().describe("What the seller gets: the items less the fees"),
    mercadopago_fee: z.number().describe("Fee of the payment"),
    marketplace_fee: z.number().describe("Fee of the sale"),
    finance_fee: z.number().describe("Fee of the installments"),
    coupon_fee: z.number().describe("Fee of a coupon"),
    discount_fee: z.number().describe("Fee of a discount"),
    released: z.enum(["yes", "no"]).describe("Whether the seller has the money"),
    collector_id: wireId().describe("User who is paid"),
    payer: z
      .object({
        id: wireId().describe("User id"),
        email: z.string().nullable().describe("E-mail address"),
        phone: z
          .object({ area_code: z.string().describe("Area code"), number: z.string().describe("Number") })
          .nullable()
          .describe("Telephone"),
        identification: z
          .object({
            type: z.string().nullable().describe("Document type"),
            number: z.string().nullable().describe("Document number"),
          })
          .describe("Document; both are null for a user who has given none"),
      })
      .describe("User who pays"),
    cardholder: none.describe("Holder of the card; none is kept"),
    authorization_code: none.describe("Code of the card's issuer; none is kept"),
    issuer_id: none.describe("Issuer of the card; none is kept"),
  })
  .meta({ id: "Payment" });

/** Where a payment goes. */
export const PaymentMove = z
  .strictObject({ status })
  .meta({ id: "PaymentMove", examples: [{ status: "approved" }] });

/** What goes back of a payment. */
export const RefundBody = z
  .strictObject({ amount: amount.optional().describe("What goes back; all of it when absent") })
  .meta({ id: "NewRefund", examples: [{ amount: 10 }] });
