import { inEach } from "@marketplace/sharding";
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

type PlanDeps = Pick<Deps, "labeledTitles" | "categoryModels" | "siteLeaves" | "predictors">;

/** The sites with categories to predict, of all databases. */
export const trainableSites = async (deps: Deps): Promise<string[]> =>
  (await inEach(deps, ({ categoryModels }) => categoryModels.sites())).flat().toSorted();

/** Plans the training of a site. */
export async function planTraining(site: string, deps: PlanDeps): Promise<PlannedTraining> {
  const { labeledTitles, categoryModels, siteLeaves, predictors } = deps;
  // Loads the model, which tells whether it can be read.
  await predictors.of(site);
  const [titles, leaves, newTitles, model] = await Promise.all([
    labeledTitles.count(site),
    siteLeaves.leaves(site),
    labeledTitles.unseen(site),
    categoryModels.stamp(site),
  ]);
  return {
    site,
    titles,
    categories: leaves.size,
    newTitles,
    trainedAt: model?.trainedAt,
    changed: newTitles > 0 || !model || predictors.isUndecodable(site),
    seconds: estimatedSeconds(titles, leaves.size),
  };
}

/** Measured on one core of a server of 2026: rows of an SVM, and multiplications of a network, a second. */
const rowsPerSecond = 140_000;
const productsPerSecond = 5e8;
/** What a training does at most; see the constants of negative-sampling.ts and train-network.ts. */
const maxTitles = 200_000;
const maxRows = 8_000_000;
const maxProducts = 9e9;
/** A category learns from a third of the titles, and from more where that is little work. */
const smallWork = 600_000;
const minRowsEach = 2_000;
/** Multiplications of all epochs, for each title and each feature or category. */
const productsEach = 8 * 2 * 64;
const featuresOfTitle = 60;

/** Seconds that a training of so many titles takes. */
export function estimatedSeconds(titles: number, categories: number): number {
  const learned = Math.min(titles, maxTitles);
  const fewest = Math.max(minRowsEach * categories, smallWork);
  const rows = Math.min(
    learned * categories,
    Math.max(fewest, Math.min((learned / 3) * categories, maxRows)),
  );
  const products = productsEach * learned * (featuresOfTitle + categories);
  return Math.ceil(rows / rowsPerSecond + Math.min(products, maxProducts) / productsPerSecond);
}
