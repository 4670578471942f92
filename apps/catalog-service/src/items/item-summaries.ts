import type { ItemSummary } from "@marketplace/contracts";
import type { CategoriesRepo } from "../categories/categories.repo.ts";
import type { Item } from "./item.ts";
import { itemSummary } from "./item-summary.ts";

export interface Summaries {
  categories: CategoriesRepo;
}

/** Summaries of items, for other services. */
export async function summariesOf(items: readonly Item[], { categories }: Summaries): Promise<ItemSummary[]> {
  const vehicles = await categories.vehiclesAmong(items.map(({ categoryId }) => categoryId));
  return items.map((item) => itemSummary(item, vehicles.has(item.categoryId)));
}
