import type { Cause } from "@marketplace/conventions";
import type { z } from "zod";
import type { Category } from "../categories/categories.schema.ts";
import type { CategoryReader } from "../categories/known-categories.service.ts";
import type { Deps } from "../deps.ts";
import { siteIdOf } from "../sites/sites.service.ts";
import type { VariationInput } from "../variations/variations.schema.ts";
import { missingAttributes } from "./attributes.rules.ts";
import { fieldOf, issue } from "./issues.rules.ts";
import { type Draft, draftOf, type TargetCategory } from "./item-draft.rules.ts";
import type { ItemChange, RelistInput } from "./item-input.schema.ts";
import { categoryIssue, isCategoryId, issuesOf, issuesWithoutCategory, ofSite } from "./items.rules.ts";
import type { Item, ItemContent } from "./items.schema.ts";
import { changedFieldNames, fixedIssues } from "./unchangeable-fields.rules.ts";

type Categories = { categories: CategoryReader };

/** The category to list an item in, or the issues of all given fields when it cannot be used. */
type Target = { target: TargetCategory; issues: [] } | { target?: undefined; issues: Cause[] };

async function findTarget(
  categoryId: string,
  given: ItemChange,
  siteId: string,
  deps: Categories,
): Promise<Target> {
  const category = isCategoryId(categoryId) ? await deps.categories.find(categoryId) : undefined;
  const reason = categoryIssue(categoryId, category, siteId);
  if (!reason && category) return { target: await withAttributes(category, deps), issues: [] };
  return { issues: [...(reason ? [reason] : []), ...issuesWithoutCategory(given, ofSite(category, siteId))] };
}

const withAttributes = async (category: Category, { categories }: Categories): Promise<TargetCategory> => ({
  category,
  attributes: (await categories.attributes(category.id)) ?? [],
});

const siteIssues = ({ site_id }: ItemChange, siteId: string, message: string): Cause[] =>
  site_id === undefined || site_id === siteId ? [] : [issue("site_id.invalid", message, "site_id")];

export const foreignSite = (given: ItemChange, siteId: string): Cause[] =>
  siteIssues(given, siteId, `site_id must be the caller's, ${siteId}`);

const rulesBroken = (draft: Draft, { category, attributes }: TargetCategory): Cause[] => [
  ...issuesOf(draft.content, category),
  ...missingAttributes(draft, attributes),
];

/** An id in a variation of a new item is of the item that was copied. */
const asNew = ({ id: _, ...variation }: VariationInput): VariationInput => variation;

type Drafted =
  | { target: TargetCategory; content: ItemContent; issues: Cause[] }
  | { target?: undefined; content?: undefined; issues: Cause[] };

/** Drafts a new item and collects all issues; without a usable category there is no draft. */
export async function draftNew(
  given: ItemChange & { category_id: string },
  siteId: string,
  deps: Categories,
): Promise<Drafted> {
  const site = foreignSite(given, siteId);
  const { target, issues } = await findTarget(given.category_id, given, siteId, deps);
  if (!target) return { issues: [...site, ...issues] };
  const draft = draftOf(undefined, { ...given, variations: given.variations?.map(asNew) }, target);
  return {
    target,
    content: draft.content,
    issues: [...site, ...draft.issues, ...rulesBroken(draft, target)],
  };
}

/**
 * Drafts a change of an item. Only the fields that it changes are checked, so that an item older than a rule
 * can still be paused, restocked, or sent back as it was read.
 */
export async function draftChange(
  item: Item,
  change: ItemChange,
  deps: Pick<Deps, "categories">,
): Promise<Drafted> {
  const site = siteIssues(change, item.siteId, `the item belongs to ${item.siteId}`);
  const { target, issues } = await targetOf(item, change, deps);
  if (!target) return { issues: [...site, ...issues] };
  const moved = target.category.id !== item.categoryId;
  const draft = draftOf(item, change, target);
  const changed = changedFieldNames(item, draft.content);
  const touched = (cause: Cause) =>
    moved ||
    cause.references.some((reference) => changed.has(fieldOf(reference))) ||
    (cause.references.includes("body.price") && changed.has("currency_id"));
  const broken = rulesBroken(draft, target).filter(touched);
  const fixed = fixedIssues(item, draft.content);
  return { target, content: draft.content, issues: [...site, ...fixed, ...draft.issues, ...broken] };
}

/** What a listing that continues an item gives of its own. */
const relisted = new Set(["price", "available_quantity", "listing_type_id", "variations"]);

/** Drafts a listing that continues an item. Only what it gives of its own is checked, as of a change. */
export async function draftRelisted(
  item: Item,
  { listing_type_id, price, quantity, variations }: z.output<typeof RelistInput>,
  deps: Pick<Deps, "categories">,
): Promise<Drafted> {
  const needed = item.variations.length > 0 ? { variations } : { price, quantity };
  const required = Object.entries(variations ? {} : needed)
    .filter(([, value]) => value === undefined)
    .map(([name]) => issue(`${name}.required`, `${name} is required`, name));
  const given = variations?.map(({ quantity: available_quantity, ...each }) => ({
    ...each,
    available_quantity,
  }));
  const change = {
    listing_type_id,
    ...(given ? { variations: given } : { price, available_quantity: quantity }),
  };
  const { target, issues } = await findTarget(item.categoryId, change, item.siteId, deps);
  if (!target) return { issues: [...required, ...issues] };
  const draft = draftOf(item, change, target);
  const broken = rulesBroken(draft, target).filter(({ references }) =>
    references.some((reference) => relisted.has(fieldOf(reference))),
  );
  // They are others than those of the closed item.
  const fresh = draft.content.variations.map((each) => ({ ...each, id: 0, sold: 0 }));
  return {
    target,
    content: { ...draft.content, variations: fresh },
    issues: [...required, ...[...draft.issues, ...broken].map(ofRelisting)],
  };
}

/** The stock is called quantity in the body of a relisting. */
const ofRelisting = (cause: Cause): Cause => ({
  ...cause,
  references: cause.references.map((reference) => reference.replace(/available_quantity$/, "quantity")),
});

/** An item may stay in a category that takes no new items. */
async function targetOf(item: Item, change: ItemChange, deps: Pick<Deps, "categories">): Promise<Target> {
  const { category_id = item.categoryId } = change;
  if (category_id !== item.categoryId) return findTarget(category_id, change, siteIdOf(item.id), deps);
  const category = await deps.categories.get(category_id);
  return { target: await withAttributes(category, deps), issues: [] };
}
