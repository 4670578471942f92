/** Seller and buyer of a pack or an order; nobody else sees it. */
export const isParty = (sale: { sellerId: number; buyerId: number }, userId: number): boolean =>
  userId === sale.sellerId || userId === sale.buyerId;
