import { smallTree } from "../catalog.fixture.ts";
import { trainingTitles } from "../demo/training-titles.ts";
import type { LabeledTitle } from "./model/features/training-set.ts";

/** Sixty demo titles for each leaf of the small tree. */
export function someTitles(site: "MLA" | "MLB"): LabeledTitle[] {
  const byCategory = Map.groupBy(trainingTitles(site), ({ categoryId }) => categoryId);
  return smallTree(site).flatMap(({ id }) => (byCategory.get(id) ?? []).slice(0, 60));
}
