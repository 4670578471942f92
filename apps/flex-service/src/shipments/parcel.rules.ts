import type { Shipment } from "./shipments.record.ts";

/** Items carry no measures; every one is taken for a box of centimeters and grams. */
export const parcel = { height: 10, width: 15, length: 20, weight: 500 } as const;

/** In the words of the public API. */
export const parcelText = `${parcel.height}x${parcel.width}x${parcel.length},${parcel.weight}`;

/** The items of the orders that were not cancelled. */
export const shippedItems = ({ items, cancelledOrderIds }: Shipment) =>
  items.filter(({ order_id }) => order_id === null || !cancelledOrderIds.includes(order_id));

/** The price of the goods; counted in cents, for sums of floats would be off by fractions. */
export const orderCost = (shipment: Shipment): number =>
  shippedItems(shipment).reduce(
    (sum, { unit_price, quantity }) => sum + Math.round(unit_price * 100) * quantity,
    0,
  ) / 100;
