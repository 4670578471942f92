import type { Shipment } from "./shipments.record.ts";

/** Items carry no measures; every one is taken for a box of centimeters and grams. */
export const parcel = { height: 10, width: 15, length: 20, weight: 500 } as const;

/** In the words of the public API. */
export const parcelText = `${parcel.height}x${parcel.width}x${parcel.length},${parcel.weight}`;

/** The items of the orders that were not canceled; those of the last order when all were. */
export function shippedItems({ items, cancelledOrderIds }: Shipment) {
  const left = items.filter(({ order_id }) => order_id === null || !cancelledOrderIds.includes(order_id));
  return left.length > 0 ? left : items.filter(({ order_id }) => order_id === cancelledOrderIds.at(-1));
}

/** Sums are counted in cents: those of floats would be off by fractions. */
const cents = (amount: number): number => Math.round(amount * 100);

/** The price of the goods. */
export const orderCost = (shipment: Shipment): number =>
  shippedItems(shipment).reduce((sum, { unit_price, quantity }) => sum + cents(unit_price) * quantity, 0) /
  100;

/** What buyers pay with items for shipping; `undefined` when there are none, or it is not known of each. */
export function shippingCostOf(items: Shipment["items"]): number | undefined {
  if (items.length === 0) return undefined;
  let sum = 0;
  for (const { shipping_cost } of items) {
    if (shipping_cost === undefined) return undefined;
    sum += cents(shipping_cost);
  }
  return sum / 100;
}

/** What the buyer pays for shipping. They get back what orders have paid that do not go with the others. */
export function costOf({ status, cost, items, cancelledOrderIds }: Shipment): number {
  if (cost === null || status === "cancelled") return cost ?? 0;
  const removed = items.filter(({ order_id }) => order_id !== null && cancelledOrderIds.includes(order_id));
  // Beside those of which it is known may be some of a release that did not store it.
  const back = removed.reduce((sum, { shipping_cost = 0 }) => sum + cents(shipping_cost), 0);
  return Math.max(0, cents(cost) - back) / 100;
}

/** The cost of a shipment that more is paid for. */
export const costWith = (cost: number | null, more: number | null): number | null =>
  cost === null ? more : (cents(cost) + cents(more ?? 0)) / 100;
