import { type Caller, isOperator } from "@marketplace/conventions";
import { problems } from "../problems.ts";

/** Throws 403 unless the caller is an operator. */
export function requireOperator(caller: Caller): void {
  if (!isOperator(caller)) throw problems.operators_only();
}

/** Throws 403 unless the caller is that user or an operator. */
export function requireUserOrOperator(caller: Caller, userId: number): void {
  if (caller.userId !== userId && !isOperator(caller)) throw problems.not_the_user();
}
