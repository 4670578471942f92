import type { TrainingSet } from "../features/training-set.ts";

const rivalCount = 2_000;

/** An even sample of the training titles: what a category that comes later is told apart from. */
export function sampleRivals({ titles, labels, categoryIds }: TrainingSet): string[] {
  const each = Math.ceil(rivalCount / Math.max(1, categoryIds.length));
  const step = Math.max(1, Math.ceil(categoryIds.length / rivalCount));
  const taken = new Uint32Array(categoryIds.length);
  return titles.filter((_, row) => {
    const label = labels[row] ?? 0;
    if (label % step !== 0 || (taken[label] ?? 0) >= each) return false;
    taken[label] = (taken[label] ?? 0) + 1;
    return true;
  });
}
