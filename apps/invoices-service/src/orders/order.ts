/** One item that was bought. */
export interface Order {
  id: number;
  packId: number | null;
  siteId: string;
  sellerId: number;
  buyerId: number;
  itemId: string;
  quantity: number;
  unitPrice: number;
  currencyId: string;
  logisticType: string;
  selfService: boolean;
  shipmentId: number | null;
  createdAt: Date;
}

/** An order before it has an id, a pack and a shipment. */
export type NewOrder = Omit<Order, "id" | "packId" | "shipmentId">;
