import { buildMatrix } from "../features/sparse-matrix.ts";
import {
  type CategoryPaths,
  type LabelledTitle,
  prepareTrainingSet,
  withNames,
} from "../features/training-set.ts";
import type { Vocabulary } from "../features/vocabulary.ts";
import { type Membership, planGroups } from "../linear/groups.ts";
import type { Lesson } from "../network/adagrad.ts";

/** Titles of all siblings together that a site learns from at most: what they teach is soon learned, and costs as much as own ones. */
export const mostSiblingTitles = 30_000;

/** Another site of the same language: its titles, with categories of its own, say what words have to do with each other. */
export interface SiblingSite {
  titles: readonly LabelledTitle[];
  /** Where its categories are in its tree. */
  paths?: CategoryPaths;
}

/** How many titles each of so many siblings may have. */
export const titlesOfEach = (siblingCount: number): number =>
  Math.floor(mostSiblingTitles / Math.max(1, siblingCount));

/** What the networks learn from a sibling, before its titles are vectorized. */
export interface SiblingSet {
  titles: readonly string[];
  labels: Uint16Array;
  membership: Membership;
}

/** Makes training sets of the siblings; those with more titles than their share are sampled. */
export function siblingSets(siblings: readonly SiblingSite[]): SiblingSet[] {
  const each = titlesOfEach(siblings.length);
  return siblings.map(({ titles, paths = new Map() }) => {
    const set = withNames(prepareTrainingSet(titles, each), paths);
    return { titles: set.titles, labels: set.labels, membership: planGroups(set, paths).membership };
  });
}

export function lessonOf({ titles, labels, membership }: SiblingSet, vocabulary: Vocabulary): Lesson {
  return { matrix: buildMatrix(titles, vocabulary), labels, membership };
}
