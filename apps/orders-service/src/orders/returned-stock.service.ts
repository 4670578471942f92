import type { Deps } from "../deps.ts";
import type { Order } from "./order-record.schema.ts";

/** Returns the units of orders whose stock is `returning`; what fails is returned later by the job. */
export async function returnUnitsOf(deps: Deps, orders: readonly Order[]): Promise<number> {
  let returned = 0;
  for (const order of orders) {
    if (order.stock !== "returning") continue;
    try {
      await deps.catalog.returnUnits({
        return_key: `order ${order.id}`,
        item_id: order.itemId,
        ...(order.variationId !== null && { variation_id: order.variationId }),
        quantity: order.quantity,
      });
      await deps.orders.stockReturned(order.id);
      returned += 1;
    } catch (err) {
      deps.log.warn({ err, orderId: order.id }, "the stock of a canceled order is returned later");
    }
  }
  return returned;
}

/** Returns stock that could not be returned at once. Replicas may overlap: each order's comes back once. */
export const returnRemainingUnits = async (deps: Deps): Promise<number> =>
  returnUnitsOf(deps, await deps.orders.returningStock(50));
