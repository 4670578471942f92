import { wireId } from "@marketplace/conventions";
import { z } from "zod";
import { OrderPayment } from "../payments/payments.schema.ts";
import { orderStatuses } from "./order-record.schema.ts";

const moment = z.iso.datetime({ offset: true });
const none = z.null();
const unused = none.describe("Always null");

const OrderItem = z.object({
  id: z.string().describe("Item that was bought"),
  variation_id: z.int().nullable().describe("Variation that was bought; null for an item without variations"),
  quantity: z.int().describe("Units that were bought"),
  unit_price: z.number().describe("Price of one unit, in the order's currency"),
});

const SoldItem = z.object({
  id: z.string().describe("Item id"),
  title: z.string().describe("Title, as sold"),
  category_id: z.string().nullable().describe("Category, as sold"),
  condition: z.string().nullable().describe("Condition, as sold"),
  variation_id: z.int().nullable().describe("Variation; null for an item without variations"),
  variation_attributes: z
    .array(
      z.object({
        id: z.string().nullable().describe("Attribute id; null for a custom one"),
        name: z.string().describe("Attribute name"),
        value_id: z.string().nullable().describe("Value id; null for one without"),
        value_name: z.string().nullable().describe("Value"),
      }),
    )
    .describe("What the variation differs in"),
  seller_sku: z.string().nullable().describe("SELLER_SKU of the variation, else of the item"),
  seller_custom_field: z.string().nullable().describe("That field of the variation, else of the item"),
  warranty: z.string().nullable().describe("Warranty, in words"),
  global_price: unused,
  net_weight: unused,
  user_product_id: unused,
  release_date: unused,
});

const OrderLine = z.object({
  item: SoldItem.describe("What was bought, as it was sold"),
  quantity: z.int().describe("Units"),
  requested_quantity: z
    .object({ measure: z.literal("unit").describe("Measure"), value: z.int().describe("Units") })
    .describe("What the buyer asked for"),
  picked_quantity: unused,
  currency_id: z.string().describe("Currency of the prices"),
  listing_type_id: z.string().nullable().describe("Listing type, as sold"),
  manufacturing_days: z.int().nullable().describe("Days the seller needs to make it"),
  unit_price: z.number().describe("Price that was paid for one unit"),
  full_unit_price: z.number().describe("Price of one unit before a discount"),
  gross_price: z.number().describe("full_unit_price x quantity"),
  sale_fee: z.number().describe("Fee of the sale, per unit"),
  element_id: z.int().nullable().describe("Place in the pack, from 1; null without a pack"),
  base_exchange_rate: unused,
  base_currency_id: unused,
  bundle: unused,
  compat_id: unused,
  discounts: unused,
  differential_pricing_id: unused,
});

const feedbackId = wireId().nullable();
const empty = z.array(z.string());

const CancelDetail = z.object({
  group: z.string().describe("Who or what canceled it"),
  code: z.string().describe("Why"),
  description: z.string().describe("Why, in words"),
  requested_by: z.string().nullable().describe("buyer or seller, when one of them did"),
  date: moment.describe("When it was canceled"),
  application_id: wireId().nullable().describe("Application that asked for it"),
});

/** An order (spec: commerce.md 1.2). */
export const Order = z
  .object({
    id: wireId().describe("Order id"),
    status: z.enum(orderStatuses).describe("Where the sale is"),
    currency_id: z.string().describe("Currency of the amounts"),
    status_detail: z
      .object({ code: z.string().describe("Code"), description: z.string().describe("In words") })
      .nullable()
      .describe("Why it has its status"),
    date_created: moment.describe("When it was bought"),
    date_closed: moment.nullable().describe("When it was first paid"),
    last_updated: moment.describe("When it last changed"),
    date_last_updated: moment.describe("When it last changed"),
    expiration_date: moment.describe("28 days after it was bought"),
    pack_id: wireId()
      .nullable()
      .describe("Pack the order belongs to; null when its own id is used as pack id"),
    manufacturing_ending_date: unused,
    pickup_id: unused,
    comment: unused,
    comments: unused,
    application_id: unused,
    fulfilled: z.boolean().nullable().describe("Whether the buyer has it; null until that is known"),
    hidden_for_seller: z.literal(false).describe("Orders are never hidden"),
    buying_mode: z.literal("buy_equals_pay").describe("A purchase is paid when it is made"),
    total_amount: z.number().describe("unit_price x quantity"),
    paid_amount: z.number().describe("What was paid, shipping included, less what went back"),
    shipping_cost: z.number().nullable().describe("The buyer's part of the shipping; null in a pack"),
    coupon: z
      .object({ id: none.describe("Coupon id"), amount: z.literal(0).describe("What it paid") })
      .describe("Coupon; there are none"),
    taxes: z
      .object({
        amount: none.describe("Amount"),
        currency_id: none.describe("Currency"),
        id: none.describe("Id"),
      })
      .describe("Taxes on top; there are none"),
    order_items: z.array(OrderLine).describe("What was bought: exactly one line"),
    payments: z.array(OrderPayment).describe("Payments, the oldest first"),
    shipping: z
      .object({ id: wireId().nullable().describe("Shipment; null when there is none, or not yet") })
      .describe("Shipping"),
    tags: z.array(z.string()).describe("Such as paid, not_paid, delivered, pack_order, no_shipping"),
    internal_tags: empty.describe("Always empty"),
    static_tags: empty.describe("Always empty"),
    mediations: z
      .array(z.object({ id: wireId().describe("Mediation id: that of the payment") }))
      .describe("A mediation for each payment that is in one"),
    feedback: z
      .object({
        seller: feedbackId.describe("The seller's, as sale"),
        buyer: feedbackId.describe("The buyer's, as purchase"),
        sale: feedbackId.describe("Feedback id of the seller's"),
        purchase: feedbackId.describe("Feedback id of the buyer's"),
      })
      .describe("Feedback of both sides"),
    context: z
      .object({
        channel: z.literal("marketplace").describe("Where it was sold"),
        site: z.string().describe("Site of the sale"),
        flows: empty.describe("Always empty"),
        application: unused,
        product_id: unused,
        store_id: unused,
      })
      .describe("How it was sold"),
    seller: z
      .object({ id: wireId().describe("User id"), nickname: z.string().describe("Nickname") })
      .describe("Who sold"),
    buyer: z
      .object({
        id: wireId().describe("User id"),
        nickname: z.string().describe("Nickname"),
        first_name: z.string().describe("First name"),
        last_name: z.string().describe("Last name"),
        billing_info: z
          .object({
            id: z.string().describe("Id of the billing data: digits"),
            doc_type: z.string().nullable().describe("Document type; null for a buyer who has given none"),
            doc_number: z
              .string()
              .nullable()
              .describe("Document number; null for a buyer who has given none"),
          })
          .describe("Whom the invoice is for"),
      })
      .describe("Who bought"),
    cancel_detail: CancelDetail.nullable().describe("Why it was canceled"),
    order_request: z
      .object({ change: none.describe("A change"), return: none.describe("A return") })
      .describe("What the buyer asks for; nothing can be asked"),
    site_id: z.string().describe("Site of the sale"),
    seller_id: wireId().describe("User who sold"),
    buyer_id: wireId().describe("User who bought"),
    items: z.array(OrderItem).describe("What was bought"),
    logistic_type: z.string().describe("How the item is shipped, for example drop_off or fulfillment"),
    shipment_id: wireId().nullable().describe("Shipment; null until there is one"),
  })
  .meta({ id: "Order" });
export type OrderWire = z.output<typeof Order>;
