import { type InvalidInput, type Problem, problemCatalogue } from "@marketplace/conventions";

/** All problems of orders-service. */
export const problems = problemCatalogue({
  order_in_pack: { status: 400, message: "The order belong to a pack/purchase" },
  order_not_found: { status: 404, error: "order_not_found", message: "Order do not exists" },
  invalid_order_id: { status: 400, error: "invalid_order_id", message: "The order id must be an integer" },
  not_owned_order: {
    status: 403,
    error: "not_owned_order",
    message: "The user has not access to the order",
  },
  payment_not_found: { status: 404, message: ({ id }: { id: number }) => `Payment not found: ${id}` },
  payment_of_others: { status: 403, message: "The user has not access to the payment" },
  note_not_found: { status: 404, message: ({ id }: { id: string }) => `Note not found: ${id}` },
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
  stock_insufficient: {
    status: 409,
    message: ({ id }: { id: string }) => `Item ${id} does not have the quantity asked for`,
  },
});

/** A path with an order id that is no integer. */
export const invalidOrderId = ({ where, causes }: InvalidInput): Problem | undefined =>
  where === "params" ? problems.invalid_order_id({ cause: causes }) : undefined;
