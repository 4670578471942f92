import { buildMatrix } from "../features/sparse-matrix.ts";
import {
  type CategoryPaths,
  type LabelledTitle,
  prepareTrainingSet,
  withCategoryNames,
} from "../features/training-set.ts";
import type { Vocabulary } from "../features/vocabulary.ts";
import { type Membership, planGroups } from "../linear/groups.ts";
import type { NetworkDataset } from "../network/adagrad.ts";

/** Maximum titles of all siblings together. They cost as much time as a site's own titles and teach less. */
export const maxSiblingTitles = 30_000;

/**
 * Transfer learning: a sibling is another site of the same language. The networks also learn its titles, with
 * its own categories, and so the meaning of words that the site rarely has.
 */
export interface SiblingSite {
  titles: readonly LabelledTitle[];
  /** The paths of its categories. */
  paths?: CategoryPaths;
}

/** Maximum titles of each sibling. */
export const titlesPerSibling = (siblingCount: number): number =>
  Math.floor(maxSiblingTitles / Math.max(1, siblingCount));

/** A sibling's titles before they are vectorized. */
export interface SiblingSet {
  titles: readonly string[];
  labels: Uint16Array;
  membership: Membership;
}

/** Prepares the siblings' training sets; large ones are sampled. */
export function siblingSets(siblings: readonly SiblingSite[]): SiblingSet[] {
  const each = titlesPerSibling(siblings.length);
  return siblings.map(({ titles, paths = new Map() }) => {
    const set = withCategoryNames(prepareTrainingSet(titles, each), paths);
    return { titles: set.titles, labels: set.labels, membership: planGroups(set, paths).membership };
  });
}

export function datasetOf(
  { titles, labels, membership }: SiblingSet,
  vocabulary: Vocabulary,
): NetworkDataset {
  return { matrix: buildMatrix(titles, vocabulary), labels, membership };
}
