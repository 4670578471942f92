import { countOutages, forEachRow } from "@marketplace/server";
import type { Deps } from "../deps.ts";
import type { Order } from "./order-record.schema.ts";

/**
 * Returns the units of orders whose stock is `returning`; what fails, or is of a site whose catalog is away,
 * is returned later by the job.
 */
export async function returnUnitsOf(
  deps: Deps,
  orders: readonly Order[],
  outages = countOutages(),
): Promise<number> {
  let returned = 0;
  for (const order of orders) {
    if (order.stock !== "returning" || outages.isAway(order.siteId)) continue;
    try {
      await outages.counted(order.siteId, () => returnUnits(deps, order));
      returned += 1;
    } catch (err) {
      warnOf(deps, err, order);
    }
  }
  return returned;
}

async function returnUnits({ catalog, orders }: Deps, order: Order): Promise<void> {
  await catalog.returnUnits({
    return_key: `order ${order.id}`,
    item_id: order.itemId,
    ...(order.variationId !== null && { variation_id: order.variationId }),
    quantity: order.quantity,
  });
  await orders.stockReturned(order.id);
}

const warnOf = ({ log }: Deps, err: unknown, { id }: Order): void =>
  log.warn({ err, orderId: id }, "the stock of a canceled order is returned later");

const pageSize = 50;

/** Returns stock that could not be returned at once. Replicas may overlap: each order's comes back once. */
export const returnRemainingUnits = (deps: Deps, signal?: AbortSignal): Promise<number> =>
  forEachRow({
    page: (last?: Order) => deps.orders.returningStock({ after: last?.id ?? 0, limit: pageSize }),
    work: (order) => returnUnits(deps, order),
    failed: (err, order) => warnOf(deps, err, order),
    place: ({ siteId }) => siteId,
    signal,
  });
