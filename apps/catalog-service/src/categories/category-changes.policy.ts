import { type Caller, isOperator } from "@marketplace/conventions";
import { problems } from "../problems.ts";

/** Throws 403 unless the caller may change the category tree: operators only. */
export function assertMayChangeTree(caller: Caller): void {
  if (!isOperator(caller)) throw problems.tree_operators_only();
}
