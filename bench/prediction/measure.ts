import {
  type Evaluation,
  evaluate,
} from "../../apps/catalog-service/src/discovery/model/training/evaluate.ts";
import { quantile } from "./figures.ts";
import { measureNewCategories, type NewCategoryFigures } from "./new-categories.ts";
import { twoErrors } from "./noise.ts";
import type { PredictorParts } from "./predictor.ts";
import type { TitleSet } from "./titles.ts";

/** The figures of one set; accuracies are from 0 to 1. */
export interface Measurement extends Evaluation, NewCategoryFigures {
  trainingTitles: number;
  categories: number;
  /** Accuracy at 1 on the held-out titles after `twoErrors`. */
  twoErrorsAt1: number;
  /** Processor time from titles to stored bytes. */
  trainCpuSeconds: number;
  modelBytes: number;
  predictCpuMs: number;
  predictP99Ms: number;
}

/**
 * Trains on one part (of the set and its siblings), stores and reads the model as a service does, and tests
 * on the other.
 */
export function measure(parts: PredictorParts, set: TitleSet, siblings: TitleSet[]): Measurement {
  const { training, heldOut, paths } = set;
  const others = siblings.map((sibling) => ({ titles: sibling.training, paths: sibling.paths }));
  const started = cpuMs();
  const bytes = parts.serializeModel(parts.train(training, { paths, siblings: others }));
  const trainCpuSeconds = (cpuMs() - started) / 1000;
  const model = parts.deserializeModel(bytes);
  const predictor = new parts.CategoryPredictor(model);
  const predict = (title: string, limit: number) => predictor.predict(title, { limit });
  const misspelled = heldOut.map(({ title, categoryId }) => ({ title: twoErrors(title), categoryId }));
  return {
    trainingTitles: training.length,
    categories: model.data.categoryIds.length,
    ...evaluate(heldOut, predict),
    twoErrorsAt1: evaluate(misspelled, predict).accuracyAt1,
    trainCpuSeconds,
    modelBytes: bytes.byteLength,
    ...costOfPrediction(
      heldOut.map(({ title }) => title),
      (title) => predict(title, 8),
    ),
    ...measureNewCategories(parts, set),
  };
}

const passes = 5;

/**
 * Mean processor time and 99th percentile of one prediction, after the predictions above have warmed up. Each
 * title counts with the fastest of five passes, which is near its processor time also under load.
 */
function costOfPrediction(titles: readonly string[], predict: (title: string) => unknown) {
  const started = cpuMs();
  const times = Array.from({ length: passes }, () =>
    titles.map((title) => {
      const before = performance.now();
      predict(title);
      return performance.now() - before;
    }),
  );
  return {
    predictCpuMs: (cpuMs() - started) / (passes * titles.length),
    predictP99Ms: quantile(
      titles.map((_, i) => Math.min(...times.map((pass) => pass[i] ?? 0))),
      0.99,
    ),
  };
}

/** Processor time of this process, which other processes of the machine do not lengthen much. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
