import { type Caller, isOperator } from "@marketplace/conventions";
import type { Shipment } from "./shipments.repo.ts";

/** Seller, buyer and operators read a shipment and its assignment (decisions 6.8). */
export const mayRead = (caller: Caller, { sellerId, buyerId }: Shipment): boolean =>
  [sellerId, buyerId].includes(caller.userId) || isOperator(caller);

/** Its seller and operators move it and assign its driver (decisions 6.8). */
export const mayMove = (caller: Caller, { sellerId }: Shipment): boolean =>
  sellerId === caller.userId || isOperator(caller);
