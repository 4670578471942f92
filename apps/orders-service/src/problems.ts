import { problemCatalogue } from "@marketplace/conventions";

/** All problems of orders-service. */
export const problems = problemCatalogue({
  order_in_pack: { status: 400, message: "The order belong to a pack/purchase" },
  pack_not_found: { status: 404, message: ({ id }: { id: number }) => `Pack not found: ${id}` },
  order_not_found: { status: 404, message: ({ id }: { id: number }) => `Order not found: ${id}` },
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
  stock_insufficient: {
    status: 409,
    message: ({ id }: { id: string }) => `Item ${id} does not have the quantity asked for`,
  },
});
