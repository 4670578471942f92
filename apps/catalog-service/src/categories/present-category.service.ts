import { problems } from "../problems.ts";
import type { ChangeDeps } from "../tree/change-tree.service.ts";
import type { PresentCategory } from "./categories.schema.ts";

/** The locked category; 404 when there is none, 409 when it is retired. */
export async function presentCategory(id: string, { branches }: ChangeDeps): Promise<PresentCategory> {
  const category = await branches.lock(id);
  if (!category) throw problems.category_not_found({ id });
  if (category.retired) throw problems.category_retired({ id });
  return category;
}
