import { expect, it } from "vitest";
import { buyer, ordersService } from "../orders.fixture.ts";
import { lifeOf } from "./order-life.fixture.ts";

const service = await ordersService();
const life = lifeOf(service);

/** The fields of the specification (commerce.md 1.2, 1.3, 1.5 and 2), all of them and in its order. */
const fields = {
  order: `id status currency_id status_detail date_created date_closed last_updated date_last_updated expiration_date
    pack_id manufacturing_ending_date pickup_id comment comments application_id fulfilled hidden_for_seller
    buying_mode total_amount paid_amount shipping_cost coupon taxes order_items payments shipping tags internal_tags
    static_tags mediations feedback context seller buyer cancel_detail order_request site_id seller_id buyer_id items
    logistic_type shipment_id`,
  line: `item quantity requested_quantity picked_quantity currency_id listing_type_id manufacturing_days unit_price
    full_unit_price gross_price sale_fee element_id base_exchange_rate base_currency_id bundle compat_id discounts
    differential_pricing_id`,
  item: `id title category_id condition variation_id variation_attributes seller_sku seller_custom_field warranty
    global_price net_weight user_product_id release_date`,
  payment: `id order_id payer_id collector card_id reason site_id payment_method_id payment_type currency_id
    installments issuer_id atm_transfer_reference coupon_id coupon_amount activation_uri operation_type
    available_actions status status_code status_detail transaction_amount transaction_amount_refunded taxes_amount
    shipping_cost overpaid_amount total_paid_amount installment_amount deferred_period date_approved
    transaction_order_id date_created date_last_modified marketplace_fee reference_id authorization_code`,
  buyer: "id nickname first_name last_name billing_info",
  context: "channel site flows application product_id store_id",
  collection: `id site_id date_created date_approved money_release_date last_modified reason currency_id
    transaction_amount transaction_amount_refunded taxes_amount shipping_cost overpaid_amount total_paid_amount
    coupon_amount amount_refunded status status_detail payment_type payment_method_id installments
    installment_amount marketplace operation_type external_reference order_id refunds net_received_amount
    mercadopago_fee marketplace_fee finance_fee coupon_fee discount_fee released collector_id payer cardholder
    authorization_code issuer_id`,
  pack: `id status status_detail shipment orders buyer date_created last_updated site_id seller_id buyer_id`,
  search: "query results sort available_sorts filters available_filters paging display",
};

const read = async (path: string): Promise<object> =>
  (await service.http.get(path, { as: buyer })).json<object>();

it("answers have all of their fields, in the order of the specification", async () => {
  const { id } = await life.buyOne();
  const order = await life.read(id);
  const [line] = order.order_items;
  const [paid] = order.payments;
  const answers: Record<keyof typeof fields, object | undefined> = {
    order,
    line,
    item: line?.item,
    payment: paid,
    buyer: order.buyer,
    context: order.context,
    collection: await read(`/collections/${paid?.id}`),
    pack: await read(`/packs/${id}`),
    search: await read("/orders/search?buyer=me"),
  };
  const named = Object.entries(answers).map(([what, answer]) => [what, Object.keys(answer ?? {})]);
  const expected = Object.entries(fields).map(([what, names]) => [what, names.split(/\s+/)]);
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(expected));
});
