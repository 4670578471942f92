import { shippedItems } from "../shipments/parcel.rules.ts";
import type { Party } from "../shipments/shipments.record.ts";
import type { Shipment } from "../shipments/shipments.repo.ts";

/** What is printed on the label of a shipment. */
export interface Label {
  shipmentId: number;
  /** The number in the bar code. */
  trackingNumber: string;
  /** The text of the two-dimensional code, which carriers and applications of sellers read. */
  code: string;
  service: string;
  orders: string;
  sender: readonly string[];
  receiver: readonly string[];
  /** The last lines of the receiver's address, in large type. */
  destination: readonly string[];
  items: readonly string[];
}

/** A shipment with what its label needs. */
export interface Labeled {
  shipment: Shipment;
  trackingNumber: string;
}

export function labelOf({ shipment, trackingNumber }: Labeled): Label {
  const { id, sellerId, packId, orderIds, selfService, sender, receiver } = shipment;
  const address = receiver?.address;
  return {
    shipmentId: id,
    trackingNumber,
    code: JSON.stringify({ id: String(id), sender_id: sellerId }),
    service: selfService ? "Envío Flex" : "Mercado Envíos",
    orders: packId === null ? `Venta ${orderIds.join(", ") || id}` : `Pack ${packId}`,
    sender: [`Remitente: ${sender?.name ?? sellerId}`, ...addressLines(sender)],
    receiver: [`Destinatario: ${receiver?.name ?? shipment.buyerId}`, ...addressLines(receiver)],
    destination: address
      ? [`CP ${address.zip_code}`, [address.city.name, address.state?.name].filter(Boolean).join(", ")]
      : [],
    items: shippedItems(shipment).map(({ quantity, title }) => `${quantity} x ${title}`),
  };
}

const addressLines = (party: Party | null): string[] =>
  party?.address
    ? [party.address.address_line, `CP ${party.address.zip_code} ${party.address.city.name}`]
    : [];
