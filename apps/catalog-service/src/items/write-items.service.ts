import { isDeepStrictEqual } from "node:util";
import { allowsChange, type Caller, type Cause, common, strongETag } from "@marketplace/conventions";
import type { CategoryReader } from "../categories/known-categories.service.ts";
import type { Deps } from "../deps.ts";
import type { Links } from "../pictures/picture-links.rules.ts";
import { withStoredPictures } from "../pictures/stored-pictures.service.ts";
import { problems } from "../problems.ts";
import { withPresentCategories } from "./deleted-category.service.ts";
import { draftChange, draftNew } from "./draft-items.service.ts";
import type { ItemChange, NewItemInput } from "./item-input.schema.ts";
import { deletedItem, type State, stateAfter, stateWithStock } from "./item-status.rules.ts";
import { changeProblem, closedIssue, notClosedIssue } from "./items.policy.ts";
import type { Item, NewItem } from "./items.schema.ts";
import { itemWire } from "./items.service.ts";
import { assertMayList } from "./listing-rights.service.ts";

const invalid = (cause: readonly Cause[]) => problems.validation_error({ cause });

/** Builds an item of the caller's; 400 `validation_error` with every issue. */
export async function draftItem(
  input: NewItemInput,
  caller: Caller,
  deps: Pick<Deps, "clock" | "sellers" | "variationIds" | "pictures" | "links"> & {
    categories: CategoryReader;
  },
): Promise<NewItem> {
  await assertMayList(caller, deps);
  const { content, target, issues } = await draftNew(
    await withStoredPictures(input, { sellerId: caller.userId }, deps),
    caller.siteId,
    deps,
  );
  if (!content || issues.length > 0) throw invalid(issues);
  const now = deps.clock.now();
  return {
    ...(await numbered(content, deps)),
    sellerId: caller.userId,
    domainId: target.category.domainId,
    initialQuantity: content.availableQuantity,
    soldQuantity: 0,
    ...stateAfter({ ...newState, ...content }, { status: input.status, at: now }),
    parentItemId: null,
    dateCreated: now,
    lastUpdated: now,
  };
}

const newState: State = { status: "active", subStatus: [], closedAt: null };

/** Gives new variations their ids. */
export async function numbered<T extends Pick<NewItem, "variations">>(
  item: T,
  { variationIds }: Pick<Deps, "variationIds">,
): Promise<T> {
  const count = item.variations.filter(({ id }) => id === 0).length;
  if (count === 0) return item;
  const ids = await variationIds(count);
  const variations = item.variations.map((each) =>
    each.id === 0 ? { ...each, id: ids.shift() ?? 0 } : each,
  );
  return { ...item, variations };
}

/** Lists an item. */
export async function createItem(draft: NewItem, { items }: Pick<Deps, "items">): Promise<Item> {
  const [id] = await items.create([draft]);
  if (id === undefined) throw new Error("an insert gives one id per item");
  return { ...draft, id, version: 1 };
}

interface Update {
  id: string;
  /** What changes, which may depend on the item. */
  change: ItemChange | ((item: Item) => ItemChange);
  caller: Caller;
  /** Throws the problem that the locked item is in another state than the caller expects. */
  expect(item: Item): void;
}

/** Expects that `GET /items/{id}` still shows what the caller has read. */
export const expectETag =
  (ifMatch: string | undefined, { links }: Pick<Deps, "links">) =>
  (item: Item): void => {
    if (!allowsChange(ifMatch, itemETag(item, links))) throw common.precondition_failed();
  };

/** Changes an item under its row lock. Answers 404, 403, 412 and `validation_error` in this order. */
export const updateItem = (update: Update, deps: Deps): Promise<Item> =>
  withPresentCategories(() => deps.db.transaction(() => updateLocked(update, deps)));

async function updateLocked({ id, change: given, caller, expect }: Update, deps: Deps): Promise<Item> {
  const { items, clock, closings } = deps;
  const item = await items.lock(id);
  if (!item) throw problems.item_not_found({ id });
  const change = typeof given === "function" ? given(item) : given;
  const problem = changeProblem(caller, item, change);
  if (problem) throw problem;
  expect(item);
  const { status, sub_status, deleted = false, ...fields } = change;
  const { changed, issues: fieldIssues } = await changedItem(item, fields, deps);
  const issues = deleted && item.status !== "closed" ? [...fieldIssues, notClosedIssue(item)] : fieldIssues;
  const now = clock.now();
  const state =
    status === undefined
      ? stateWithStock(changed)
      : stateAfter(changed, { status, subStatus: sub_status, at: now });
  const next = { ...changed, ...state };
  if (issues.length === 0 && isDeepStrictEqual(next, item) && !deleted) return item;
  if (item.status === "closed") {
    if (!deleted || !isDeepStrictEqual(next, item)) throw invalid([closedIssue(item)]);
    return item.subStatus.includes(deletedItem)
      ? item
      : items.update({ ...item, subStatus: [deletedItem], lastUpdated: now });
  }
  if (issues.length > 0) throw invalid(issues);
  if (next.status === "closed") await closings.record(id);
  return items.update({ ...(await numbered(next, deps)), lastUpdated: now });
}

/** The ETag that `GET /items/{id}` shows. */
export const itemETag = (item: Item, links: Links): string =>
  strongETag(JSON.stringify(itemWire(item, links)));

/** The item after a change; the same object when nothing is changed, and when there are issues. */
async function changedItem(
  item: Item,
  change: ItemChange,
  deps: Deps,
): Promise<{ changed: Item; issues: readonly Cause[] }> {
  if (Object.keys(change).length === 0) return { changed: item, issues: [] };
  const { content, target, issues } = await draftChange(
    item,
    await withStoredPictures(change, { sellerId: item.sellerId, present: item.pictures }, deps),
    deps,
  );
  if (!content || issues.length > 0 || isDeepStrictEqual({ ...item, ...content }, item))
    return { changed: item, issues };
  const changed = {
    ...item,
    ...content,
    domainId: target.category.domainId,
    initialQuantity: Math.max(item.initialQuantity, content.availableQuantity + item.soldQuantity),
  };
  return { changed, issues };
}
