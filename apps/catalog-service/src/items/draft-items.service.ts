import type { Cause } from "@marketplace/conventions";
import type { Category } from "../categories/category.ts";
import type { Deps } from "../deps.ts";
import { siteIdOf } from "../sites/sites.service.ts";
import { missingAttributes } from "./attributes.rules.ts";
import { fault, fieldOf } from "./issues.rules.ts";
import type { Item, ItemContent } from "./item.ts";
import { blankContent, type Draft, draftOf, type Shelf } from "./item-draft.rules.ts";
import type { ItemChange } from "./item-input.schema.ts";
import { categoryFault, faultsAnywhere, faultsOf, isCategoryId, ofSite } from "./items.rules.ts";

type Categories = Pick<Deps, "categories">;

/** The category an item is to be listed in, or what stands against it, with what else is wrong with the fields given. */
type Placed = { shelf: Shelf; faults: [] } | { shelf?: undefined; faults: Cause[] };

/** Looks for the category that items of a site are to be listed in. */
async function place(
  categoryId: string,
  given: ItemChange,
  siteId: string,
  deps: Categories,
): Promise<Placed> {
  const category = isCategoryId(categoryId) ? await deps.categories.find(categoryId) : undefined;
  const reason = categoryFault(categoryId, category, siteId);
  if (!reason && category) return { shelf: await shelfWith(category, deps), faults: [] };
  return { faults: [...(reason ? [reason] : []), ...faultsAnywhere(given, ofSite(category, siteId))] };
}

const shelfWith = async (category: Category, { categories }: Categories): Promise<Shelf> => ({
  category,
  attributes: (await categories.attributes(category.id)) ?? [],
});

/** An item is of one site, and stays there. */
const siteFaults = ({ site_id }: ItemChange, siteId: string, message: string): Cause[] =>
  site_id === undefined || site_id === siteId ? [] : [fault("site_id.invalid", message, "site_id")];

/** The same of a new item. */
export const foreignSite = (given: ItemChange, siteId: string): Cause[] =>
  siteFaults(given, siteId, `site_id must be the caller's, ${siteId}`);

/** What a category's rules say against a draft. */
const rulesBroken = (draft: Draft, { category, attributes }: Shelf): Cause[] => [
  ...faultsOf(draft.content, category),
  ...missingAttributes(draft, attributes),
];

type Drafted =
  | { shelf: Shelf; content: ItemContent; faults: Cause[] }
  | { shelf?: undefined; content?: undefined; faults: Cause[] };

/** A new item of a site as its seller describes it, with all that is wrong with it; only that when it has no category to be in. */
export async function draftNew(
  given: ItemChange & { category_id: string },
  siteId: string,
  deps: Categories,
): Promise<Drafted> {
  const site = foreignSite(given, siteId);
  const { shelf, faults } = await place(given.category_id, given, siteId, deps);
  if (!shelf) return { faults: [...site, ...faults] };
  const draft = draftOf(blankContent(shelf), given, shelf);
  return { shelf, content: draft.content, faults: [...site, ...draft.faults, ...rulesBroken(draft, shelf)] };
}

/**
 * The same of a change of an item. Only what it touches is checked, so that an item from before a rule can still be paused or
 * restocked.
 */
export async function draftChange(item: Item, change: ItemChange, deps: Categories): Promise<Drafted> {
  const site = siteFaults(change, item.siteId, `the item belongs to ${item.siteId}`);
  const { shelf, faults } = await shelfOf(item, change, deps);
  if (!shelf) return { faults: [...site, ...faults] };
  const moved = shelf.category.id !== item.categoryId;
  const draft = draftOf(item, change, shelf);
  const touched = (cause: Cause) =>
    moved || cause.references.some((reference) => fieldOf(reference) in change) || dependsOn(cause, change);
  const broken = rulesBroken(draft, shelf).filter(touched);
  return { shelf, content: draft.content, faults: [...site, ...draft.faults, ...broken] };
}

/** An item stays in its category even when that no longer takes new ones. */
async function shelfOf(item: Item, change: ItemChange, deps: Categories): Promise<Placed> {
  const { category_id = item.categoryId } = change;
  if (category_id !== item.categoryId) return place(category_id, change, siteIdOf(item.id), deps);
  const category = await deps.categories.get(category_id);
  return { shelf: await shelfWith(category, deps), faults: [] };
}

/** Decimals of a price depend on the currency. */
const dependsOn = ({ references }: Cause, change: ItemChange): boolean =>
  references.includes("body.price") && change.currency_id !== undefined;
