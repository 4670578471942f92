/** The parties of a pack or an order. */
export interface Parties {
  sellerId: number;
  buyerId: number;
}

/** Whether a user is seller or buyer of a pack or an order. */
export const isParty = ({ sellerId, buyerId }: Parties, userId: number): boolean =>
  userId === sellerId || userId === buyerId;
