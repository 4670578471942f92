import { allowsChange, type Caller, type Cause, common, strongETag } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { draftChange, draftNew } from "./draft-items.service.ts";
import { logisticTypeOf } from "./item-draft.rules.ts";
import type { ItemChange } from "./item-input.schema.ts";
import { changeProblem, closedIssue } from "./items.policy.ts";
import type { Item, NewItem } from "./items.schema.ts";
import { itemWire } from "./items.service.ts";

const invalid = (cause: readonly Cause[]) => problems.validation_error({ cause });

/** Builds an item of the caller's; 400 `validation_error` with every issue. */
export async function draftItem(
  input: ItemChange & { category_id: string },
  caller: Caller,
  deps: Deps,
): Promise<NewItem> {
  const { content, target, issues } = await draftNew(input, caller.siteId, deps);
  if (!content || issues.length > 0) throw invalid(issues);
  const now = deps.clock.now();
  return {
    ...content,
    sellerId: caller.userId,
    domainId: target.category.domainId,
    initialQuantity: content.availableQuantity,
    soldQuantity: 0,
    logisticType: logisticTypeOf(content.shippingMode, target.category),
    status: "active",
    dateCreated: now,
    lastUpdated: now,
  };
}

/** Lists an item. */
export async function createItem(draft: NewItem, { items }: Pick<Deps, "items">): Promise<Item> {
  return { ...draft, id: await items.create(draft), version: 1 };
}

interface Update {
  id: string;
  change: ItemChange;
  caller: Caller;
  ifMatch: string | undefined;
}

/** Changes an item under its row lock. Answers 404, 403, 412 and `validation_error` in this order. */
export async function updateItem({ id, change, caller, ifMatch }: Update, deps: Deps): Promise<Item> {
  const { db, items, clock, closings, webUrl } = deps;
  return db.transaction(async () => {
    const item = await items.lock(id);
    if (!item) throw problems.item_not_found({ id });
    const problem = changeProblem(caller, item, change);
    if (problem) throw problem;
    if (!allowsChange(ifMatch, itemETag(item, webUrl))) throw common.precondition_failed();
    const closed = closedIssue(item, change);
    if (closed) throw invalid([closed]);
    const { status = item.status, ...content } = change;
    const changed = { ...(await changedItem(item, content, deps)), status };
    if (JSON.stringify(changed) === JSON.stringify(item)) return item;
    if (status === "closed") await closings.record(id);
    return items.update({ ...changed, lastUpdated: clock.now() });
  });
}

/** The ETag that `GET /items/{id}` shows. */
export const itemETag = (item: Item, webUrl: string): string =>
  strongETag(JSON.stringify(itemWire(item, webUrl)));

async function changedItem(item: Item, change: ItemChange, deps: Deps): Promise<Item> {
  if (Object.keys(change).length === 0) return item;
  const { content, target, issues } = await draftChange(item, change, deps);
  if (!content || issues.length > 0) throw invalid(issues);
  return {
    ...item,
    ...content,
    domainId: target.category.domainId,
    logisticType: logisticTypeOf(content.shippingMode, target.category),
    initialQuantity: Math.max(item.initialQuantity, content.availableQuantity + item.soldQuantity),
  };
}
