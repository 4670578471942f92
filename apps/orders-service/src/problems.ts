import { type InvalidInput, type Problem, problemCatalog } from "@marketplace/conventions";

/** All problems of orders-service. */
export const problems = problemCatalog({
  order_in_pack: { status: 400, message: "The order belong to a pack/purchase" },
  order_not_found: { status: 404, error: "order_not_found", message: "Order do not exists" },
  invalid_order_id: { status: 400, error: "invalid_order_id", message: "The order id must be an integer" },
  not_owned_order: {
    status: 403,
    error: "not_owned_order",
    message: "The user has not access to the order",
  },
  caller_not_matching: {
    status: 403,
    error: "caller.id.invalid",
    message: "caller.id does not match buyer or seller",
  },
  payment_not_found: { status: 404, message: ({ id }: { id: number }) => `Payment not found: ${id}` },
  payment_of_others: { status: 403, message: "The user has not access to the payment" },
  feedback_not_found: { status: 404, error: "feedback_not_found", message: "Feedback not found" },
  feedback_already_exists: {
    status: 400,
    error: "feedback_already_exists",
    message: "The user has already given feedback on the order",
  },
  invalid_fulfilled: {
    status: 400,
    error: "invalid_fulfilled",
    message: "fulfilled must be true or false, and stays false once the sale was refunded",
  },
  unfulfilled_too_late: {
    status: 400,
    error: "not_fulfilled_feedback_in_order_expired",
    message: "The order has expired: it can no longer be said that it was not fulfilled",
  },
  units_returned: {
    status: 400,
    message: "restock_item stays true: the units are for sale again",
  },
  reply_time_expired: {
    status: 400,
    error: "reply_time_expired",
    message: "A feedback is replied to within 14 days of its visibility",
  },
  reply_already_exists: {
    status: 400,
    error: "reply_already_exists",
    message: "The feedback has a reply already",
  },
  billing_info_not_found: { status: 404, message: "Billing info not found" },
  note_not_found: { status: 404, message: ({ id }: { id: string }) => `Note not found: ${id}` },
  not_the_buyer: { status: 403, message: "Only the buyer pays the order" },
  not_the_seller: { status: 403, message: "Only the seller of the order may do this" },
  not_a_party: { status: 403, message: "Only the buyer and the seller of the order may do this" },
  operators_move: { status: 403, message: "Only operators make this move of a payment" },
  operators_verdict: { status: 403, message: "Only operators give an order this status" },
  order_move: {
    status: 400,
    message: ({ from, to }: { from: string; to: string }) => `An order does not move from ${from} to ${to}`,
  },
  order_not_payable: {
    status: 400,
    message: ({ id, status }: { id: number; status: string }) =>
      `Order ${id} is ${status}: it cannot be paid`,
  },
  too_many_payments: {
    status: 400,
    message: ({ id, most }: { id: number; most: number }) =>
      `Order ${id} has ${most} payments: no more are taken`,
  },
  amount_too_high: {
    status: 400,
    message: ({ amount, most }: { amount: number; most: number }) =>
      `The amount ${amount} exceeds what it is for: ${most}`,
  },
  payment_move: {
    status: 400,
    message: ({ from, to }: { from: string; to: string }) => `A payment does not move from ${from} to ${to}`,
  },
  nothing_to_refund: {
    status: 400,
    message: ({ id }: { id: number }) => `Payment ${id} is of 0: there is nothing to give back`,
  },
  order_not_cancellable: {
    status: 409,
    message: ({ id }: { id: number }) => `Order ${id} can no longer be canceled`,
  },
  order_with_shipment: {
    status: 400,
    message: ({ id }: { id: number }) => `Order ${id} is delivered by its shipment`,
  },
  order_not_paid: { status: 400, message: ({ id }: { id: number }) => `Order ${id} is not paid` },
  item_not_found: { status: 404, message: ({ id }: { id: string }) => `Item with id ${id} not found` },
  item_not_active: {
    status: 400,
    error: "not_active_item",
    message: ({ id }: { id: string }) => `Item ${id} is not active`,
  },
  variation_needed: {
    status: 400,
    message: ({ id }: { id: string }) => `Item ${id} has variations: variation_id must name one`,
  },
  variation_unknown: {
    status: 400,
    message: ({ id, variationId }: { id: string; variationId?: number | undefined }) =>
      `Item ${id} has no variation ${variationId}`,
  },
  own_item: { status: 403, message: ({ id }: { id: string }) => `You can't buy your own item ${id}` },
  item_of_other_site: {
    status: 403,
    message: ({ id }: { id: string }) => `Item ${id} is sold on another site`,
  },
  total_too_high: {
    status: 400,
    message: ({ id }: { id: string }) => `Item ${id} costs too much in this quantity`,
  },
  item_without_price: {
    status: 400,
    message: ({ id }: { id: string }) => `Item ${id} has no price: it cannot be bought`,
  },
  buying_not_allowed: {
    status: 400,
    message: ({ id }: { id: string }) => `Item ${id} is in a category whose items are not bought online`,
  },
  stock_insufficient: {
    status: 409,
    message: ({ id }: { id: string }) => `Item ${id} does not have the quantity asked for`,
  },
});

/** A path with an order id that is no integer. */
export const invalidOrderId = ({ where, causes }: InvalidInput): Problem | undefined =>
  where === "params" ? problems.invalid_order_id({ cause: causes }) : undefined;
