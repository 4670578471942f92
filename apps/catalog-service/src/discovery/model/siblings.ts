import { planGroups } from "./groups.ts";
import { buildMatrix } from "./matrix.ts";
import type { Lesson } from "./network-run.ts";
import { type CategoryPaths, type LabelledTitle, prepareTrainingSet, withNames } from "./training-set.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Titles of all siblings together that a site learns from at most: what they teach is soon learnt, and costs as much as own ones. */
export const mostSiblingTitles = 30_000;

/** Another site of the same language: its titles, with categories of its own, say what words have to do with each other. */
export interface SiblingSite {
  titles: readonly LabelledTitle[];
  /** Where its categories are in its tree. */
  paths?: CategoryPaths;
}

/** What the networks learn from the siblings, seen through the vocabulary of the site they are for. */
export function siblingLessons(siblings: readonly SiblingSite[], vocabulary: Vocabulary): Lesson[] {
  const each = Math.floor(mostSiblingTitles / Math.max(1, siblings.length));
  return siblings.map(({ titles, paths = new Map() }) => {
    const set = withNames(prepareTrainingSet(titles, each), paths);
    const { membership } = planGroups(set, paths);
    return { matrix: buildMatrix(set.titles, vocabulary), labels: set.labels, membership };
  });
}
