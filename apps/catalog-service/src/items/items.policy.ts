import { type Caller, isOperator, type Problem } from "@marketplace/conventions";
import { problems } from "../problems.ts";
import { issue } from "./issues.rules.ts";
import type { ItemChange } from "./item-input.schema.ts";
import type { Item } from "./items.schema.ts";

/**
 * The problem with who changes what. Sellers change their items; operators, who need not be the seller, the
 * status only. Only operators put an item under review or take it out.
 */
export function changeProblem(caller: Caller, item: Item, change: ItemChange): Problem | undefined {
  const owner = caller.userId === item.sellerId;
  const onlyStatus = Object.keys(change).every((field) => field === "status");
  if (!owner && !(isOperator(caller) && onlyStatus)) return problems.not_item_owner({ id: item.id });
  const { status } = change;
  const reviewed =
    status !== undefined && status !== item.status && [status, item.status].includes("under_review");
  return reviewed && !isOperator(caller) ? problems.operators_only() : undefined;
}

/** Closed is a final status; items change between active and paused before it. */
export const closedIssue = ({ id }: Pick<Item, "id">) =>
  issue("status.invalid", `item ${id} is closed, which is final`, "status");

/** Only a closed item can be deleted. */
export const notClosedIssue = ({ id }: Pick<Item, "id">) =>
  issue("deleted.invalid", `item ${id} has to be closed before it is deleted`, "deleted");
