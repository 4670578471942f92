import type { CatalogDatabase } from "@marketplace/database/catalog";
import { definitionsOf } from "../items/built-in-attributes.rules.ts";
import { problems } from "../problems.ts";
import type { Category, CategoryName } from "./categories.schema.ts";
import type { CategoryAttribute } from "./category-attributes.schema.ts";
import { storedSettings } from "./default-settings.rules.ts";

/** Reads of the category tree. Retired categories are found by their id only, while items are in them. */
export interface CategoriesRepo {
  /** First level of a site, in tree order. */
  roots(siteId: string): Promise<CategoryName[]>;
  children(id: string): Promise<CategoryName[]>;
  find(id: string): Promise<Category | undefined>;
  /** The category, or 404 `Category not found: <id>`. */
  get(id: string): Promise<Category>;
  attributes(id: string): Promise<CategoryAttribute[] | undefined>;
  /** Attributes that items of a domain may have, each id once; none of a domain that no category has. */
  domainAttributeIds(domainId: string): Promise<Set<string>>;
  names(ids: readonly string[]): Promise<Map<string, string>>;
}

const withoutAttributes = { attributes: true, position: true } as const;
const nameOnly = { id: true, name: true } as const;
/** The settings of a retired category: it takes no new items. */
const closedSettings = { listing_allowed: false, status: "disabled" } as const;

export function createCategoriesRepo(db: CatalogDatabase): CategoriesRepo {
  /** A retired category without items is as good as deleted, but can be brought back. */
  const isGone = async ({ id, retired }: { id: string; retired: boolean }): Promise<boolean> =>
    retired && !(await db.current().item.findFirst({ where: { categoryId: id }, select: { id: true } }));
  const find = async (id: string): Promise<Category | undefined> => {
    const row = await db.current().category.findUnique({ where: { id }, omit: withoutAttributes });
    if (!row || (await isGone(row))) return undefined;
    const { retired, ...rest } = row;
    // The JSON columns hold what tree.repo wrote: a CategoryNode's fields.
    const category = rest as unknown as Category;
    const settings = storedSettings(category.settings, category.siteId);
    return { ...category, settings: retired ? { ...settings, ...closedSettings } : settings };
  };
  const list = (where: { siteId?: string; parentId: string | null }) =>
    db.current().category.findMany({
      where: { ...where, retired: false },
      orderBy: [{ position: "asc" }, { id: "asc" }],
      select: nameOnly,
    });
  return {
    roots: (siteId) => list({ siteId, parentId: null }),
    children: (id) => list({ siteId: id.slice(0, 3), parentId: id }),
    find,
    async get(id) {
      const category = await find(id);
      if (!category) throw problems.category_not_found({ id });
      return category;
    },
    async attributes(id) {
      const select = { id: true, attributes: true, retired: true } as const;
      const row = await db.current().category.findUnique({ where: { id }, select });
      return row && !(await isGone(row)) ? asAttributes(row.attributes) : undefined;
    },
    async domainAttributeIds(domainId) {
      const rows = await db
        .current()
        .category.findMany({ where: { domainId }, select: { siteId: true, attributes: true } });
      const known = rows.map((row) => definitionsOf(row, asAttributes(row.attributes)).known);
      return new Set(known.flatMap((attributes) => [...attributes.keys()]));
    },
    async names(ids) {
      const rows = await db
        .current()
        .category.findMany({ where: { id: { in: [...ids] } }, select: nameOnly });
      return new Map(rows.map(({ id, name }) => [id, name]));
    },
  };
}

/** The column holds what tree.repo wrote. */
const asAttributes = (value: unknown): CategoryAttribute[] => value as CategoryAttribute[];
