import { type Caller, common } from "@marketplace/conventions";
import { withBuiltIns } from "../items/built-in-attributes.rules.ts";
import { problems } from "../problems.ts";
import { siteIdOf } from "../sites/sites.service.ts";
import { type ChangeDeps, changeTree } from "../tree/change-tree.service.ts";
import type { PresentCategory } from "./categories.schema.ts";
import { type AttributeDraft, changedAttribute, issuesOfAttribute } from "./category-attributes.rules.ts";
import { type CategoryAttribute, withoutEmptyValues } from "./category-attributes.schema.ts";
import { assertMayChangeTree } from "./category-changes.policy.ts";
import { withAttributes } from "./category-draft.rules.ts";
import type { AttributeChange, NewAttribute } from "./category-input.schema.ts";
import { presentCategory } from "./present-category.service.ts";

interface AttributeKey {
  categoryId: string;
  id: string;
}

/** Adds an attribute to a category. Items in it stay as they are, also if it is required. */
export async function addAttribute(
  { categoryId, input }: { categoryId: string; input: NewAttribute },
  caller: Caller,
  deps: ChangeDeps,
): Promise<CategoryAttribute> {
  assertMayChangeTree(caller);
  return change(categoryId, deps, async (category) => {
    const { attributes } = category;
    if (withBuiltIns(attributes, category).some(({ id }) => id === input.id))
      throw problems.category_attribute_exists({ id: input.id, category: categoryId });
    const [added] = await newAttributes([input], siteIdOf(categoryId), deps);
    if (!added) throw new Error("one input gives one attribute");
    return { attributes: [...attributes, added], result: added, touched: [added.id] };
  });
}

/**
 * Changes an attribute of a category; what is left out stays. One of those of every category becomes the
 * category's own.
 */
export async function changeAttribute(
  { categoryId, id, input }: AttributeKey & { input: AttributeChange },
  caller: Caller,
  deps: ChangeDeps,
): Promise<CategoryAttribute> {
  assertMayChangeTree(caller);
  return change(categoryId, deps, async (category) => {
    const { attributes } = category;
    const before = found(withBuiltIns(attributes, category), { categoryId, id });
    const changed = await complete(changedAttribute(before, input), siteIdOf(categoryId), deps);
    const isOwn = attributes.some((attribute) => attribute.id === id);
    const next = isOwn
      ? attributes.map((attribute) => (attribute.id === id ? changed : attribute))
      : [...attributes, changed];
    const isNamedAnew = input.name !== undefined || input.values !== undefined;
    return { attributes: next, result: changed, touched: isNamedAnew ? [id] : [] };
  });
}

/**
 * Takes an attribute away from a category. Items keep the values that they have. One of those of every
 * category is as in the others again.
 */
export async function removeAttribute(
  { categoryId, id }: AttributeKey,
  caller: Caller,
  deps: ChangeDeps,
): Promise<void> {
  assertMayChangeTree(caller);
  await change(categoryId, deps, async (category) => {
    const { attributes } = category;
    const isOwn = attributes.some((attribute) => attribute.id === id);
    found(isOwn ? attributes : withBuiltIns(attributes, category), { categoryId, id });
    if (!isOwn) throw problems.attribute_of_every_category({ id });
    const rest = attributes.filter((attribute) => attribute.id !== id);
    return { attributes: rest, result: undefined, touched: [id] };
  });
}

/** Attributes of a request, with ids for values that have none. Throws 400 with every issue. */
export const newAttributes = async (
  inputs: readonly NewAttribute[],
  siteId: string,
  deps: ChangeDeps,
): Promise<CategoryAttribute[]> => {
  const attributes: CategoryAttribute[] = [];
  for (const { id, name, value_type, ...more } of inputs)
    attributes.push(await complete(changedAttribute({ id, name, value_type, tags: {} }, more), siteId, deps));
  return attributes;
};

async function complete(
  draft: AttributeDraft,
  siteId: string,
  { branches }: ChangeDeps,
): Promise<CategoryAttribute> {
  const { values, ...attribute } = draft;
  const cause = issuesOfAttribute(draft);
  const [first] = cause;
  if (first)
    throw common.bad_request({ message: `Invalid ${first.references[0]}: ${first.message}` }, { cause });
  const taken = values?.flatMap(({ id }) => id ?? []) ?? [];
  const numbers = await branches.newNumbers(siteId, (values?.length ?? 0) - taken.length, taken);
  const known = values?.map((value) => ({ ...value, id: value.id ?? String(numbers.shift()) }));
  return withoutEmptyValues({ ...attribute, ...(known && { values: known }) });
}

function found(
  attributes: readonly CategoryAttribute[],
  { categoryId, id }: AttributeKey,
): CategoryAttribute {
  const attribute = attributes.find((one) => one.id === id);
  if (!attribute) throw problems.category_attribute_not_found({ id, category: categoryId });
  return attribute;
}

interface Changed<T> {
  attributes: CategoryAttribute[];
  result: T;
  /** Ids whose names or values may differ on the site now. */
  touched: readonly string[];
}

const change = <T>(
  categoryId: string,
  deps: ChangeDeps,
  work: (category: PresentCategory) => Promise<Changed<T>>,
): Promise<T> =>
  changeTree(siteIdOf(categoryId), deps, async () => {
    const category = await presentCategory(categoryId, deps);
    const { attributes, result, touched } = await work(category);
    await deps.tree.upsert([withAttributes(category, attributes)]);
    return { result, attributes: touched };
  });
