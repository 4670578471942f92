import type { ShipmentState } from "@marketplace/contracts";
import type { OrdersDatabase } from "@marketplace/database/orders";

const linked = `UPDATE orders SET shipment_id = s.shipment_id, shipping_status = s.status,
    shipping_substatus = s.substatus, shipping_version = s.version, delivered = s.status = 'delivered',
    fulfilled = CASE WHEN s.status = 'delivered' THEN true END, last_updated = greatest(last_updated, s.at)
  FROM jsonb_to_recordset($1::jsonb) AS s (order_ids jsonb, shipment_id bigint, status text, substatus text,
      version int, at timestamptz),
    jsonb_array_elements_text(s.order_ids) AS shipped (id)
  WHERE orders.id = shipped.id::bigint`;

/** Gives past orders their shipments, with the state in which those are. */
export async function linkShipments(db: OrdersDatabase, shipments: readonly ShipmentState[]): Promise<void> {
  const batchSize = 2_000;
  for (let from = 0; from < shipments.length; from += batchSize)
    await db.execute(linked, [JSON.stringify(shipments.slice(from, from + batchSize))]);
}
