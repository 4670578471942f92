import type { Role } from "./conversation.rules.ts";

/** The side of a sale that a user is on. */
export const roleOf = (sale: { sellerId: number; buyerId: number }, userId: number): Role | undefined => {
  if (userId === sale.sellerId) return "seller";
  return userId === sale.buyerId ? "buyer" : undefined;
};

/** Receivers see no moderated messages. */
export const maySee = (message: { fromId: number; toId: number; status: string }, userId: number): boolean =>
  userId === message.fromId || (userId === message.toId && message.status === "available");
