import { type Caller, isOperator, type Problem } from "@marketplace/conventions";
import { problems } from "../problems.ts";
import { fault } from "./issues.rules.ts";
import type { Item } from "./item.ts";
import type { ItemChange } from "./item-input.schema.ts";

/**
 * Who may change what. The seller changes his item; an operator, who need not be the seller, its status alone. Only
 * operators put an item under review and take it out again.
 */
export function refusal(caller: Caller, item: Item, change: ItemChange): Problem | undefined {
  const owner = caller.userId === item.sellerId;
  const onlyStatus = Object.keys(change).every((field) => field === "status");
  if (!owner && !(isOperator(caller) && onlyStatus)) return problems.not_item_owner({ id: item.id });
  const { status } = change;
  const reviewed =
    status !== undefined && status !== item.status && [status, item.status].includes("under_review");
  return reviewed && !isOperator(caller) ? problems.operators_only() : undefined;
}

/** A closed item stays as it is; active and paused ones go back and forth until they are closed. */
export function closedFault(item: Pick<Item, "id" | "status">, change: ItemChange) {
  const changes =
    Object.keys(change).length > 0 && !(change.status === "closed" && Object.keys(change).length === 1);
  if (item.status !== "closed" || !changes) return undefined;
  return fault("status.invalid", `item ${item.id} is closed, which is final`, "status");
}
