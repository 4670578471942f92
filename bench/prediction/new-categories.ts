import type { LabeledTitle } from "../../apps/catalog-service/src/discovery/model/features/training-set.ts";
import { evaluate } from "../../apps/catalog-service/src/discovery/model/training/evaluate.ts";
import { meansOf } from "./figures.ts";
import type { PredictorParts } from "./predictor.ts";
import type { TitleSet } from "./titles.ts";

export interface NewCategoryFigures {
  /** Accuracy at 4 of the other titles of a category that came after training, with its first titles. */
  newCategoryAt4: number;
  /** What such a category changes in the accuracy at 1 of the others. */
  othersChangeAt1: number;
}

const firstTitles = 5;
/** Smaller categories have too few other titles to measure with. */
const fewestTitles = 15;

/** Trains without a few categories, then adds the first titles of one of them at a time. */
export function measureNewCategories(parts: PredictorParts, set: TitleSet): NewCategoryFigures {
  const { training, heldOut, paths } = set;
  const missing = someCategories(training);
  const isMissing = ({ categoryId }: LabeledTitle) => missing.includes(categoryId);
  const known = training.filter((title) => !isMissing(title));
  const bytes = parts.serializeModel(parts.train(known, { paths }));
  const newPredictor = () => new parts.CategoryPredictor(parts.deserializeModel(bytes));
  const accuracy = (predictor: ReturnType<typeof newPredictor>, titles: readonly LabeledTitle[]) =>
    evaluate(titles, (title, limit) => predictor.predict(title, { limit }));
  const others = heldOut.filter((title) => !isMissing(title)).filter((_, i) => i % 4 === 0);
  const before = accuracy(newPredictor(), others).accuracyAt1;
  const figures = missing.map((id) => {
    const predictor = newPredictor();
    const own = training.filter(({ categoryId }) => categoryId === id);
    for (const title of own.slice(0, firstTitles)) predictor.add(title);
    const unseen = [...own.slice(firstTitles), ...heldOut.filter(({ categoryId }) => categoryId === id)];
    return {
      newCategoryAt4: accuracy(predictor, unseen).accuracyAt4,
      othersChangeAt1: accuracy(predictor, others).accuracyAt1 - before,
    };
  });
  return meansOf(figures);
}

/** Ten categories, or a sixth of them all, spread over the list. */
function someCategories(titles: readonly LabeledTitle[]): string[] {
  const byCategory = Map.groupBy(titles, ({ categoryId }) => categoryId);
  const large = [...byCategory].filter(([, own]) => own.length >= fewestTitles).map(([id]) => id);
  const count = Math.min(10, Math.floor(byCategory.size / 6));
  large.sort();
  return Array.from({ length: count }, (_, i) => large[Math.floor(((i + 0.5) * large.length) / count)] ?? "");
}
