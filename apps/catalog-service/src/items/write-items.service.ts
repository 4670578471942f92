import { allowsChange, type Caller, type Cause, common, strongETag } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { draftChange, draftNew } from "./draft-items.service.ts";
import type { Item } from "./item.ts";
import { logisticTypeOf } from "./item-draft.rules.ts";
import type { ItemChange } from "./item-input.schema.ts";
import { itemWire } from "./item-wire.ts";
import { closedFault, refusal } from "./items.policy.ts";

const invalid = (cause: readonly Cause[]) => problems.validation_error({ cause });

type Draft = Omit<Item, "id">;

/** An item to be of the caller's; 400 `validation_error` with one cause per fault. */
export async function draftItem(
  input: ItemChange & { category_id: string },
  caller: Caller,
  deps: Deps,
): Promise<Draft> {
  const { content, shelf, faults } = await draftNew(input, caller.siteId, deps);
  if (!content || faults.length > 0) throw invalid(faults);
  const now = deps.clock.now();
  return {
    ...content,
    sellerId: caller.userId,
    domainId: shelf.category.domainId,
    initialQuantity: content.availableQuantity,
    soldQuantity: 0,
    logisticType: logisticTypeOf(content.shippingMode, shelf.category),
    status: "active",
    dateCreated: now,
    lastUpdated: now,
    version: 1,
  };
}

/** Lists an item. */
export async function createItem(draft: Draft, { items }: Pick<Deps, "items">): Promise<Item> {
  const item = { ...draft, id: `${draft.siteId}${await items.nextNumber()}` };
  await items.insert(item);
  return item;
}

interface Update {
  id: string;
  change: ItemChange;
  caller: Caller;
  ifMatch: string | undefined;
}

/** Changes an item under its row's lock: 404, 403, 412 and `validation_error`, in this order. */
export async function updateItem({ id, change, caller, ifMatch }: Update, deps: Deps): Promise<Item> {
  const { db, items, clock, closings, webUrl } = deps;
  return db.transaction(async () => {
    const item = await items.lock(id);
    if (!item) throw problems.item_not_found({ id });
    const refused = refusal(caller, item, change);
    if (refused) throw refused;
    if (!allowsChange(ifMatch, itemETag(item, webUrl))) throw common.precondition_failed();
    const closed = closedFault(item, change);
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
  const { content, shelf, faults } = await draftChange(item, change, deps);
  if (!content || faults.length > 0) throw invalid(faults);
  return {
    ...item,
    ...content,
    domainId: shelf.category.domainId,
    logisticType: logisticTypeOf(content.shippingMode, shelf.category),
    initialQuantity: Math.max(item.initialQuantity, content.availableQuantity + item.soldQuantity),
  };
}
