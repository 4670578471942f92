import { shippedItems } from "../shipments/parcel.rules.ts";
import type { Party } from "../shipments/shipments.record.ts";
import type { Shipment } from "../shipments/shipments.repo.ts";

/** What is printed on the label of a shipment. */
export interface Label {
  /** The number in the bar code. */
  trackingNumber: string;
  /** The text of the two-dimensional code, which carriers and applications of sellers read. */
  code: string;
  service: string;
  orders: string;
  sender: readonly string[];
  receiver: readonly string[];
  /** What the buyer asks of the driver. */
  remarks: string;
  /** Postal code and place of the receiver, in large type. */
  destination: readonly string[];
  items: readonly string[];
}

/** A shipment with what its label needs. */
export interface Labeled {
  shipment: Shipment;
  trackingNumber: string;
}

interface Words {
  flex: string;
  standard: string;
  order: string;
  shipment: string;
  sender: string;
  receiver: string;
  zipCode: string;
}

const spanish: Words = {
  flex: "Envío Flex",
  standard: "Mercado Envíos",
  order: "Venta",
  shipment: "Envío",
  sender: "Remitente",
  receiver: "Destinatario",
  zipCode: "CP",
};
const portuguese: Words = {
  flex: "Envio Flex",
  standard: "Mercado Envios",
  order: "Venda",
  shipment: "Envio",
  sender: "Remetente",
  receiver: "Destinatário",
  zipCode: "CEP",
};

export function labelOf({ shipment, trackingNumber }: Labeled): Label {
  const { id, siteId, sellerId, buyerId, selfService, sender, receiver, comments } = shipment;
  const words = siteId === "MLB" ? portuguese : spanish;
  return {
    trackingNumber,
    code: JSON.stringify({ id: String(id), sender_id: sellerId }),
    service: selfService ? words.flex : words.standard,
    orders: [`${words.shipment} ${id}`, ordersOf(shipment, words)].filter(Boolean).join(" · "),
    sender: [`${words.sender}: ${sender?.name || sellerId}`, ...addressLines(sender, words)],
    receiver: [`${words.receiver}: ${receiver?.name || buyerId}`, ...addressLines(receiver, words)],
    remarks: comments ?? "",
    destination: destinationOf(receiver, words),
    items: shippedItems(shipment).map(({ quantity, title }) => `${quantity} x ${title}`),
  };
}

function ordersOf({ packId, orderIds }: Shipment, { order }: Words): string {
  if (packId !== null) return `Pack ${packId}`;
  return orderIds.length === 0 ? "" : `${order} ${orderIds.join(", ")}`;
}

function destinationOf(receiver: Party | null, { zipCode }: Words): string[] {
  if (!receiver?.address) return [];
  const { zip_code, city, state } = receiver.address;
  // Capitals have the names of their states.
  const places = new Set([city.name, state?.name].filter(Boolean));
  return [`${zipCode} ${zip_code}`, [...places].join(", ")];
}

const addressLines = (party: Party | null, { zipCode }: Words): string[] =>
  party?.address
    ? [party.address.address_line, `${zipCode} ${party.address.zip_code} ${party.address.city.name}`]
    : [];
