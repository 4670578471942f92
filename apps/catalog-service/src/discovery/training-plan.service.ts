import type { Deps } from "../deps.ts";

/** What training a site takes, and whether it is worth it. */
export interface PlannedTraining {
  site: string;
  titles: number;
  /** Leaf categories. */
  categories: number;
  /** Titles that the present model has not seen. */
  newTitles: number;
  /** When the present model was trained; `undefined` without one. */
  trainedAt: Date | undefined;
  /** Whether titles have changed since, or there is no model that can be read. */
  changed: boolean;
  /** An estimate. */
  seconds: number;
}

type PlanDeps = Pick<Deps, "labelledTitles" | "categoryModels" | "siteLeaves" | "predictors">;

/** Plans the training of a site. */
export async function planTraining(site: string, deps: PlanDeps): Promise<PlannedTraining> {
  const { labelledTitles, categoryModels, siteLeaves, predictors } = deps;
  // Loads the model, which tells whether it can be read.
  await predictors.of(site);
  const [titles, leaves, newTitles, model] = await Promise.all([
    labelledTitles.count(site),
    siteLeaves.leaves(site),
    labelledTitles.unseen(site),
    categoryModels.stamp(site),
  ]);
  return {
    site,
    titles,
    categories: leaves.size,
    newTitles,
    trainedAt: model?.trainedAt,
    changed: newTitles > 0 || !model || predictors.isUnreadable(site),
    seconds: estimatedSeconds(titles, leaves.size),
  };
}

/** Measured on one core of a server of 2026: rows of an SVM, and multiplications of a network, a second. */
const rowsPerSecond = 140_000;
const productsPerSecond = 1e9;
/** What a training does at most; see the constants of negative-sampling.ts and train-networks.ts. */
const maxTitles = 200_000;
const maxRows = (categories: number) => Math.max(8_000_000, 2_000 * categories);
const maxProducts = 4 * 9e9;
/** Multiplications of all networks in all epochs, for each title and each feature or category. */
const productsEach = 4 * 15 * 2 * 64;
const featuresOfTitle = 60;

/** Seconds that a training of so many titles takes. */
export function estimatedSeconds(titles: number, categories: number): number {
  const rows = Math.min(titles, maxTitles) * categories;
  const products = productsEach * Math.min(titles, maxTitles) * (featuresOfTitle + categories);
  return Math.ceil(
    Math.min(rows, maxRows(categories)) / rowsPerSecond + Math.min(products, maxProducts) / productsPerSecond,
  );
}
