/** Seller and buyer of a pack; nobody else sees its files. */
export const isParty = (pack: { sellerId: number; buyerId: number }, userId: number): boolean =>
  userId === pack.sellerId || userId === pack.buyerId;
