import { isParty, type Parties } from "@marketplace/contracts";
import { type Caller, isOperator } from "@marketplace/conventions";
import { problems } from "../problems.ts";

/** The pack or order, if the caller may read it: seller, buyer and operators (spec: commerce.md 1.6). */
export function readable<T extends Parties>(sale: T | undefined, caller: Caller): T {
  if (!sale) throw problems.order_not_found();
  if (!isParty(sale, caller.userId) && !isOperator(caller)) throw problems.not_owned_order();
  return sale;
}

/** The pack or order, if the caller is its seller. */
export function ofSeller<T extends Parties>(sale: T | undefined, caller: Caller): T {
  if (!sale) throw problems.order_not_found();
  if (caller.userId !== sale.sellerId) throw problems.not_owned_order();
  return sale;
}
