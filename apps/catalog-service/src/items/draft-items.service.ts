import type { Cause } from "@marketplace/conventions";
import type { Category } from "../categories/categories.schema.ts";
import type { CategoryReader } from "../categories/known-categories.repo.ts";
import type { Deps } from "../deps.ts";
import { siteIdOf } from "../sites/sites.service.ts";
import { missingAttributes } from "./attributes.rules.ts";
import { fieldOf, issue } from "./issues.rules.ts";
import { type Draft, draftOf, logisticTypeOf, type TargetCategory } from "./item-draft.rules.ts";
import type { ItemChange } from "./item-input.schema.ts";
import { categoryIssue, isCategoryId, issuesOf, issuesWithoutCategory, ofSite } from "./items.rules.ts";
import type { Item, ItemContent } from "./items.schema.ts";
import { itemWire } from "./items.service.ts";
import { changedFieldNames, fixedFieldIssues, logisticTypeIssue } from "./unchangeable-fields.rules.ts";

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
  const draft = draftOf(undefined, given, target);
  const logisticType = logisticTypeOf(draft.content.shippingMode, target.category);
  return {
    target,
    content: draft.content,
    issues: [
      ...site,
      ...draft.issues,
      ...rulesBroken(draft, target),
      ...logisticTypeIssue(given, logisticType),
    ],
  };
}

/**
 * Drafts a change of an item. Only the fields that it changes are checked, so that an item older than a rule
 * can still be paused, restocked, or sent back as it was read.
 */
export async function draftChange(
  item: Item,
  change: ItemChange,
  deps: Pick<Deps, "categories" | "webUrl">,
): Promise<Drafted> {
  const fixed = [
    ...siteIssues(change, item.siteId, `the item belongs to ${item.siteId}`),
    ...fixedFieldIssues(change, itemWire(item, deps.webUrl)),
    ...logisticTypeIssue(change, item.logisticType),
  ];
  const { target, issues } = await targetOf(item, change, deps);
  if (!target) return { issues: [...fixed, ...issues] };
  const moved = target.category.id !== item.categoryId;
  const draft = draftOf(item, change, target);
  const changed = changedFieldNames(item, draft.content);
  const touched = (cause: Cause) =>
    moved ||
    cause.references.some((reference) => changed.has(fieldOf(reference))) ||
    (cause.references.includes("body.price") && changed.has("currency_id"));
  const broken = rulesBroken(draft, target).filter(touched);
  return { target, content: draft.content, issues: [...fixed, ...draft.issues, ...broken] };
}

/** An item may stay in a category that takes no new items. */
async function targetOf(item: Item, change: ItemChange, deps: Pick<Deps, "categories">): Promise<Target> {
  const { category_id = item.categoryId } = change;
  if (category_id !== item.categoryId) return findTarget(category_id, change, siteIdOf(item.id), deps);
  const category = await deps.categories.get(category_id);
  return { target: await withAttributes(category, deps), issues: [] };
}
