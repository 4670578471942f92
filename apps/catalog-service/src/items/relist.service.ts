import { type Caller, type Cause, dayMs } from "@marketplace/conventions";
import { isUniqueViolation } from "@marketplace/database";
import type { z } from "zod";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { draftRelisted } from "./draft-items.service.ts";
import { issue } from "./issues.rules.ts";
import type { RelistInput } from "./item-input.schema.ts";
import { deletedItem, stateAfter } from "./item-status.rules.ts";
import type { Item, NewItem } from "./items.schema.ts";
import { assertMayList } from "./listing-rights.service.ts";
import { draggedVisitsTag, relistTag } from "./own-tags.rules.ts";
import { numbered } from "./write-items.service.ts";

/** Days after its end in which an item can be relisted. */
const relistDays = 60;

const refuse = (cause: readonly Cause[]) => problems.relist_invalid({ cause });

interface Relisting {
  id: string;
  input: z.output<typeof RelistInput>;
  caller: Caller;
}

/** The item that continues a closed one of the caller's. Answers 404, 403 and 400 in this order. */
export async function draftRelist({ id, input, caller }: Relisting, deps: Deps): Promise<NewItem> {
  const parent = await deps.items.get(id);
  if (parent.sellerId !== caller.userId) throw problems.not_item_owner({ id });
  await assertMayList(caller, deps);
  const now = deps.clock.now();
  const refused = stateIssues(parent, now);
  if (refused.length > 0) throw refuse(refused);
  const { content, target, issues } = await draftRelisted(parent, input, deps);
  if (!content || issues.length > 0) throw refuse(issues);
  const { version: _, id: __, ...model } = parent;
  return {
    ...model,
    ...(await numbered(content, deps)),
    otherFields: withTags(content, content.listingTypeId === "free" ? [] : [draggedVisitsTag]),
    domainId: target.category.domainId,
    initialQuantity: content.availableQuantity,
    soldQuantity: 0,
    ...stateAfter(
      { ...content, status: "active", subStatus: [], closedAt: null },
      { status: "active", at: now },
    ),
    parentItemId: id,
    dateCreated: now,
    lastUpdated: now,
  };
}

/** An issue of the item in the path. */
const stateIssue = (message: string): Cause => ({
  ...issue("relist.invalid", message, "id"),
  references: ["params.id"],
});

function stateIssues({ status, subStatus, closedAt }: Item, now: Date): Cause[] {
  const invalid = (message: string) => [stateIssue(message)];
  if (status !== "closed" || !closedAt) return invalid("only a closed item can be relisted");
  if (subStatus.includes(deletedItem)) return invalid("the item was deleted");
  if (now.getTime() - closedAt.getTime() <= relistDays * dayMs) return [];
  return invalid(`the item was closed more than ${relistDays} days ago`);
}

const withTags = (
  { otherFields }: Pick<Item, "otherFields">,
  added: readonly string[],
): Item["otherFields"] => {
  const tags = (otherFields.tags ?? []).filter((tag) => tag !== relistTag && tag !== draggedVisitsTag);
  return { ...otherFields, tags: [...tags, ...added] };
};

/** Lists the item and marks the one that it continues. The database lets each be continued once. */
export async function relist(draft: NewItem, { db, items, clock }: Deps): Promise<Item> {
  const parentId = draft.parentItemId ?? "";
  try {
    return await db.transaction(async () => {
      const parent = await items.lock(parentId);
      if (!parent) throw problems.item_not_found({ id: parentId });
      const [id] = await items.create([draft]);
      if (id === undefined) throw new Error("an insert gives one id per item");
      const tags = [...(parent.otherFields.tags ?? []).filter((tag) => tag !== relistTag), relistTag];
      await items.update({
        ...parent,
        otherFields: { ...parent.otherFields, tags },
        lastUpdated: clock.now(),
      });
      return { ...draft, id, version: 1 };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw refuse([stateIssue("the item was relisted already")]);
  }
}
