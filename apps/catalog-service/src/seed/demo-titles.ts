import { type DemoLeaf, demoLeaves } from "../demo/categories.ts";
import type { DemoSiteId } from "../demo/model.ts";
import { modelTitles } from "../demo/model-titles.ts";
import { trainingTitles } from "../demo/training.ts";
import type { LabelledTitle } from "../discovery/model/features/training-set.ts";

/**
 * With the items' own titles enough for good predictions, and few enough to learn them while the demo starts: thirty of an ordinary
 * category, fewer of one whose every name is a title already. Popular ones are called more things, and who says only one word usually
 * means them.
 */
const amountOf = ({ source }: DemoLeaf): number =>
  source.later ? 18 : 22 + 8 * Math.min(source.weight ?? 1, 16);

/** The demo's titles for a site: of each category in proportion to how popular it is, and the names of its models. */
export function demoTitles(site: DemoSiteId): LabelledTitle[] {
  const byCategory = Map.groupBy(trainingTitles(site), ({ category_id }) => category_id);
  const written = demoLeaves(site).flatMap((leaf) =>
    (byCategory.get(leaf.category.id) ?? []).slice(0, amountOf(leaf)),
  );
  return [...modelTitles(site), ...written].map(({ title, category_id }) => ({
    title,
    categoryId: category_id,
  }));
}
