import type { DemoSiteId } from "../demo/model.ts";
import { trainingTitles } from "../demo/training.ts";
import type { LabelledTitle } from "../discovery/model/training-set.ts";

/** With the items' own titles enough for good predictions, and few enough to learn them while the demo starts. */
const titlesPerCategory = 30;

/** The demo's titles for a site: the same number of each category. */
export function demoTitles(site: DemoSiteId): LabelledTitle[] {
  const byCategory = Map.groupBy(trainingTitles(site), ({ category_id }) => category_id);
  return [...byCategory].flatMap(([categoryId, titles]) =>
    titles.slice(0, titlesPerCategory).map(({ title }) => ({ title, categoryId })),
  );
}
