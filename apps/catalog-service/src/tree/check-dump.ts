import { DumpCategory } from "./dump-category.schema.ts";
import { ImportRefused } from "./import-refused.ts";

export interface CheckedCategory extends DumpCategory {
  parentId: string | null;
}

/**
 * Checks a tree as a whole: ids belong to the site, every path leads through categories of the file and agrees with the
 * parent's own path (so there is no cycle), every child named exists. Throws ImportRefused at the first fault.
 */
export function checkDump(entries: ReadonlyMap<string, unknown>, site: string): Map<string, CheckedCategory> {
  const categories = new Map<string, CheckedCategory>();
  for (const [key, value] of entries) categories.set(key, checkCategory(key, value, site));
  for (const category of categories.values()) checkPlace(category, categories);
  return categories;
}

function checkCategory(key: string, value: unknown, site: string): CheckedCategory {
  const result = DumpCategory.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    const where = issue?.path.join(".") || "it";
    throw refused(key, `${where}: ${issue?.message ?? "is not a category"}`);
  }
  const category = result.data;
  if (category.id !== key) throw refused(key, `its id is ${category.id}`);
  if (!new RegExp(`^${site}\\d{1,15}$`).test(key)) throw refused(key, `not an id of the site ${site}`);
  if (category.path_from_root.at(-1)?.id !== key) throw refused(key, "path_from_root does not end with it");
  return { ...category, parentId: category.path_from_root.at(-2)?.id ?? null };
}

const pathOf = ({ path_from_root }: DumpCategory): string => path_from_root.map(({ id }) => id).join("/");

function checkPlace(category: CheckedCategory, categories: ReadonlyMap<string, CheckedCategory>): void {
  const { id, parentId, path_from_root, children_categories } = category;
  if (new Set(path_from_root.map((step) => step.id)).size < path_from_root.length)
    throw refused(id, "path_from_root runs in a cycle");
  const parent = parentId === null ? undefined : categories.get(parentId);
  if (parentId !== null && !parent) throw refused(id, `its parent ${parentId} is not in the file`);
  if (parent && `${pathOf(parent)}/${id}` !== pathOf(category))
    throw refused(id, `path_from_root does not agree with that of its parent ${parent.id}`);
  for (const child of children_categories) {
    if (!categories.has(child.id)) throw refused(id, `its child ${child.id} is not in the file`);
    if (categories.get(child.id)?.parentId !== id)
      throw refused(id, `its child ${child.id} has another parent`);
  }
}

const refused = (id: string, reason: string) => new ImportRefused(`category ${id}: ${reason}`);
