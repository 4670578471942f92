import { utcTimestamp } from "@marketplace/conventions";
import { withBuiltIns } from "../items/built-in-attributes.rules.ts";
import type { CategoriesRepo } from "./categories.repo.ts";
import type { Category, CategoryName, CategoryWire } from "./categories.schema.ts";
import type { CategoryAttribute } from "./category-attributes.schema.ts";
import type { CategoryCountsRepo } from "./category-counts.repo.ts";

type Counts = ReadonlyMap<string, number>;

/** The fields of a category that its representation needs. */
export const sentFields = [
  "id",
  "name",
  "picture",
  "permalink",
  "pathFromRoot",
  "settings",
  "attributeTypes",
  "metaCategId",
  "attributable",
  "dateCreated",
] as const satisfies (keyof Category)[];
export type SentCategory = Pick<Category, (typeof sentFields)[number]>;

/** The representation of a category. */
export function categoryWire(
  category: SentCategory,
  children: readonly CategoryName[],
  counts: Counts,
): CategoryWire {
  const total = (id: string): number => counts.get(id) ?? 0;
  return {
    id: category.id,
    name: category.name,
    picture: category.picture,
    permalink: category.permalink,
    total_items_in_this_category: total(category.id),
    path_from_root: category.pathFromRoot,
    children_categories: children.map(({ id, name }) => ({
      id,
      name,
      total_items_in_this_category: total(id),
    })),
    attribute_types: category.attributeTypes,
    settings: category.settings,
    meta_categ_id: category.metaCategId,
    attributable: category.attributable,
    date_created: utcTimestamp(category.dateCreated),
  };
}

/** The attributes of a category, with those of every category; 404 when unknown. */
export async function readAttributes(
  id: string,
  { categories }: { categories: CategoriesRepo },
): Promise<CategoryAttribute[]> {
  const category = await categories.get(id);
  return withBuiltIns((await categories.attributes(id)) ?? [], category);
}

/** Reads a category with its children and counts; 404 when unknown. */
export async function readCategory(
  id: string,
  { categories, counts }: { categories: CategoriesRepo; counts: CategoryCountsRepo },
): Promise<CategoryWire> {
  const category = await categories.get(id);
  const [children, totals] = await Promise.all([categories.children(id), counts.of(category.siteId)]);
  return categoryWire(category, children, totals);
}
