import type { CategoryModel } from "../../apps/catalog-service/src/discovery/model/category-model.ts";
import { CategoryPredictor } from "../../apps/catalog-service/src/discovery/model/category-predictor.ts";
import {
  deserializeModel,
  serializeModel,
} from "../../apps/catalog-service/src/discovery/model/storage/serialize.ts";
import {
  type Evaluation,
  evaluate,
} from "../../apps/catalog-service/src/discovery/model/training/evaluate.ts";
import { train } from "../../apps/catalog-service/src/discovery/model/training/train.ts";
import { noisyCopy } from "./noise.ts";
import type { TitleSet } from "./titles.ts";

/** The figures of one set; accuracies are from 0 to 1. */
export interface Measurement extends Evaluation {
  set: string;
  trainingTitles: number;
  heldOutTitles: number;
  categories: number;
  /** Accuracy at 1 on the held-out titles after `noisyCopy`. */
  noisyAccuracyAt1: number;
  trainSeconds: number;
  p50Microseconds: number;
  p99Microseconds: number;
  modelBytes: number;
  /** From adding a title of a new category to its prediction. */
  newTitleSeconds: number;
}

/**
 * Trains on one part (of the set and its siblings), stores and reads the model as a service does, and tests
 * on the other.
 */
export function measure({ name, training, heldOut, paths }: TitleSet, siblings: TitleSet[]): Measurement {
  const others = siblings.map((sibling) => ({ titles: sibling.training, paths: sibling.paths }));
  const started = performance.now();
  const bytes = serializeModel(train(training, { paths, siblings: others }));
  const trainSeconds = (performance.now() - started) / 1000;
  const model = deserializeModel(bytes);
  const predict = (title: string, limit: number) => model.predict(title, { limit });
  const noisy = heldOut.map(({ title, categoryId }) => ({ title: noisyCopy(title), categoryId }));
  return {
    set: name,
    trainingTitles: training.length,
    heldOutTitles: heldOut.length,
    categories: model.data.categoryIds.length,
    ...evaluate(heldOut, predict),
    noisyAccuracyAt1: evaluate(noisy, predict).accuracyAt1,
    trainSeconds,
    ...latency(
      model,
      heldOut.map(({ title }) => title),
    ),
    modelBytes: bytes.byteLength,
    newTitleSeconds: secondsUntilNewTitleCounts(model),
  };
}

/**
 * Microseconds per held-out title after warm-up. Each title counts with the median of five passes, which
 * filters out the load of other processes.
 */
function latency(
  model: CategoryModel,
  titles: string[],
): { p50Microseconds: number; p99Microseconds: number } {
  const predictor = new CategoryPredictor(model);
  const passes = Array.from({ length: 6 }, () =>
    titles.map((title) => {
      const started = performance.now();
      predictor.predict(title, { limit: 8 });
      return 1000 * (performance.now() - started);
    }),
  ).slice(1);
  const perTitle = titles.map((_, i) =>
    quantile(
      passes.map((pass) => pass[i] ?? 0),
      0.5,
    ),
  );
  return { p50Microseconds: quantile(perTitle, 0.5), p99Microseconds: quantile(perTitle, 0.99) };
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? 0;
}

function secondsUntilNewTitleCounts(model: CategoryModel): number {
  const predictor = new CategoryPredictor(model);
  const title = "Zyxwvut prismatic 3000";
  const started = performance.now();
  predictor.add({ title, categoryId: "new" });
  const first = predictor.predict(title, { limit: 1 })[0];
  if (first?.categoryId !== "new") throw new Error("A newly added title was not predicted");
  return (performance.now() - started) / 1000;
}
