import { isDeepStrictEqual } from "node:util";
import { allowsChange, type Caller, type Cause, common, strongETag } from "@marketplace/conventions";
import type { CategoryReader } from "../categories/known-categories.repo.ts";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { draftChange, draftNew } from "./draft-items.service.ts";
import { logisticTypeOf } from "./item-draft.rules.ts";
import type { ItemChange, NewItemInput } from "./item-input.schema.ts";
import { changeProblem, closedIssue } from "./items.policy.ts";
import type { Item, NewItem } from "./items.schema.ts";
import { itemWire } from "./items.service.ts";

const invalid = (cause: readonly Cause[]) => problems.validation_error({ cause });

/** Builds an item of the caller's; 400 `validation_error` with every issue. */
export async function draftItem(
  input: NewItemInput,
  caller: Caller,
  deps: Pick<Deps, "clock"> & { categories: CategoryReader },
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
    status: input.status ?? "active",
    dateCreated: now,
    lastUpdated: now,
  };
}

/** Lists an item. */
export async function createItem(draft: NewItem, { items }: Pick<Deps, "items">): Promise<Item> {
  const [id] = await items.create([draft]);
  if (id === undefined) throw new Error("an insert gives one id per item");
  return { ...draft, id, version: 1 };
}

interface Update {
  id: string;
  change: ItemChange;
  caller: Caller;
  /** Throws the problem that the locked item is in another state than the caller expects. */
  expect(item: Item): void;
}

/** Expects that `GET /items/{id}` still shows what the caller has read. */
export const expectETag =
  (ifMatch: string | undefined, { webUrl }: Pick<Deps, "webUrl">) =>
  (item: Item): void => {
    if (!allowsChange(ifMatch, itemETag(item, webUrl))) throw common.precondition_failed();
  };

/** Changes an item under its row lock. Answers 404, 403, 412 and `validation_error` in this order. */
export async function updateItem({ id, change, caller, expect }: Update, deps: Deps): Promise<Item> {
  const { db, items, clock, closings } = deps;
  return db.transaction(async () => {
    const item = await items.lock(id);
    if (!item) throw problems.item_not_found({ id });
    const problem = changeProblem(caller, item, change);
    if (problem) throw problem;
    expect(item);
    const { status = item.status, ...fields } = change;
    const { changed, issues } = await changedItem(item, fields, deps);
    if (issues.length === 0 && changed === item && status === item.status) return item;
    if (item.status === "closed") throw invalid([closedIssue(item)]);
    if (issues.length > 0) throw invalid(issues);
    if (status === "closed") await closings.record(id);
    return items.update({ ...changed, status, lastUpdated: clock.now() });
  });
}

/** The ETag that `GET /items/{id}` shows. */
export const itemETag = (item: Item, webUrl: string): string =>
  strongETag(JSON.stringify(itemWire(item, webUrl)));

/** The item after a change; the same object when nothing is changed, and when there are issues. */
async function changedItem(
  item: Item,
  change: ItemChange,
  deps: Deps,
): Promise<{ changed: Item; issues: readonly Cause[] }> {
  if (Object.keys(change).length === 0) return { changed: item, issues: [] };
  const { content, target, issues } = await draftChange(item, change, deps);
  if (!content || issues.length > 0 || isDeepStrictEqual({ ...item, ...content }, item))
    return { changed: item, issues };
  const changed = {
    ...item,
    ...content,
    domainId: target.category.domainId,
    logisticType: logisticTypeOf(content.shippingMode, target.category),
    initialQuantity: Math.max(item.initialQuantity, content.availableQuantity + item.soldQuantity),
  };
  return { changed, issues };
}
