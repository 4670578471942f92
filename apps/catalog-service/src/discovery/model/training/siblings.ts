import {
  type CategoryPaths,
  type LabeledTitle,
  prepareTrainingSet,
  type TrainingSet,
  withCategoryNames,
} from "../features/training-set.ts";

/** Maximum titles of all siblings together. They cost as much time as a site's own titles and teach less. */
export const maxSiblingTitles = 30_000;

/**
 * Transfer learning: a sibling is another site of the same language. The network also learns its titles, with
 * its own categories, and so the meaning of words that the site rarely has.
 */
export interface SiblingSite {
  titles: readonly LabeledTitle[];
  /** The paths of its categories. */
  paths?: CategoryPaths;
}

/** Maximum titles of each sibling. */
export const titlesPerSibling = (siblingCount: number): number =>
  Math.floor(maxSiblingTitles / Math.max(1, siblingCount));

/** Prepares the siblings' training sets; large ones are sampled. */
export function siblingSets(siblings: readonly SiblingSite[]): TrainingSet[] {
  const each = titlesPerSibling(siblings.length);
  return siblings.map(({ titles, paths = new Map() }) =>
    withCategoryNames(prepareTrainingSet(titles, each), paths),
  );
}
