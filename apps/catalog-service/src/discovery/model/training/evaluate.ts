import type { Prediction } from "../category-model.ts";
import type { LabeledTitle } from "../features/training-set.ts";

/** Accuracies from 0 to 1; all zero without titles. */
export interface Evaluation {
  accuracyAt1: number;
  accuracyAt4: number;
  /** Macro-averaged recall: accuracy at 1 averaged over categories, small ones as much as large ones. */
  balancedAccuracy: number;
}

/** Evaluates predictions against the titles' own categories; a title without predictions counts as wrong. */
export function evaluate(
  titles: readonly LabeledTitle[],
  predict: (title: string, limit: number) => readonly Prediction[],
): Evaluation {
  const byCategory = new Map<string, { right: number; total: number }>();
  let first = 0;
  let amongFour = 0;
  for (const { title, categoryId } of titles) {
    const place = predict(title, 4).findIndex((prediction) => prediction.categoryId === categoryId);
    const tally = byCategory.get(categoryId) ?? { right: 0, total: 0 };
    byCategory.set(categoryId, tally);
    tally.total++;
    if (place >= 0) amongFour++;
    if (place !== 0) continue;
    first++;
    tally.right++;
  }
  const recalls = [...byCategory.values()].map(({ right, total }) => right / total);
  return {
    accuracyAt1: share(first, titles.length),
    accuracyAt4: share(amongFour, titles.length),
    balancedAccuracy: share(
      recalls.reduce((sum, recall) => sum + recall, 0),
      recalls.length,
    ),
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
