import { type DemoLeaf, demoLeaves } from "../demo/categories.ts";
import { modelTitles } from "../demo/model-titles.ts";
import type { DemoSiteId } from "../demo/sites.ts";
import { trainingTitles } from "../demo/training-titles.ts";
import type { LabeledTitle } from "../discovery/model/features/training-set.ts";

/**
 * Titles per leaf: enough for good predictions together with the items' own titles, and few enough to train
 * while the demo starts. Popular leaves get more, because they have more names and a title of one word
 * usually means them. Leaves that were added later get fewer, because every name of theirs is a title
 * already.
 */
const amountOf = ({ source }: DemoLeaf): number =>
  source.later ? 18 : 22 + 8 * Math.min(source.weight ?? 1, 16);

/** The demo's titles of a site: generated ones in proportion to a leaf's popularity, and model names. */
export function demoTitles(site: DemoSiteId): LabeledTitle[] {
  const byCategory = Map.groupBy(trainingTitles(site), ({ categoryId }) => categoryId);
  const written = demoLeaves(site).flatMap((leaf) =>
    (byCategory.get(leaf.category.id) ?? []).slice(0, amountOf(leaf)),
  );
  return [...modelTitles(site), ...written];
}
