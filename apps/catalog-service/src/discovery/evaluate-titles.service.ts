import { createHash } from "node:crypto";
import type { Deps } from "../deps.ts";
import { assertSite, ImportRefused } from "../tree/import.problems.ts";
import type { Prediction } from "./model/category-model.ts";
import type { CategoryPaths, LabeledTitle } from "./model/features/training-set.ts";
import { deserializeModel } from "./model/storage/serialize.ts";
import { type Evaluation, evaluate } from "./model/training/evaluate.ts";
import { trainInWorker } from "./model/training/train-in-worker.ts";
import { readTitles, type TitleLine } from "./title-file.schema.ts";

type OnProgress = (progress: { phase: "trained" | "evaluated"; done: number; total: number }) => void;

export interface TitlesEvaluation extends Evaluation {
  /** Number of predicted titles. */
  titles: number;
}

/** One fold of these is held out: a fifth of the titles. */
const foldCount = 5;

/** The hash ignores digits, so that size variants of one product do not leak from training to test. */
function isHeldOut({ title }: LabeledTitle): boolean {
  const digest = createHash("sha256").update(title.replaceAll(/\d/g, "").toLowerCase()).digest();
  return digest.readUInt32LE(0) % foldCount === 0;
}

/**
 * Holdout evaluation: trains on four fifths of a file's titles and predicts the others. It needs no database;
 * category ids may be any text, and category paths come from the file. Throws ImportRefused for a file that
 * does not hold labeled titles, or too few to hold any out.
 */
export async function evaluateTitles(
  file: string,
  onProgress: OnProgress = () => {},
): Promise<TitlesEvaluation> {
  const titles = await readTitles(file);
  const heldOut = titles.filter(isHeldOut);
  if (heldOut.length === 0 || heldOut.length === titles.length)
    throw new ImportRefused(`${titles.length} titles are too few to hold some out`);
  const bytes = await trainInWorker(
    titles.filter((title) => !isHeldOut(title)),
    {
      paths: pathsOf(titles),
      onProgress: (percent) => onProgress({ phase: "trained", done: percent, total: 100 }),
    },
  );
  const model = deserializeModel(bytes);
  return evaluateWith(heldOut, (title, limit) => model.predict(title, { limit }), onProgress);
}

function pathsOf(titles: readonly TitleLine[]): CategoryPaths {
  return new Map(titles.flatMap(({ categoryId, path }) => (path ? [[categoryId, path]] : [])));
}

/** Predicts a file's titles with a site's current model and recent titles, as the running product does. */
export async function evaluateSite(
  { predictors }: Pick<Deps, "predictors">,
  { file, site }: { file: string; site: string },
  onProgress: OnProgress = () => {},
): Promise<TitlesEvaluation> {
  assertSite(site);
  const titles = await readTitles(file);
  const { predictor, leaves } = await predictors.of(site);
  const allowed = (id: string) => leaves.has(id);
  return evaluateWith(titles, (title, limit) => predictor.predict(title, { limit, allowed }), onProgress);
}

function evaluateWith(
  titles: readonly LabeledTitle[],
  predict: (title: string, limit: number) => readonly Prediction[],
  onProgress: OnProgress,
): TitlesEvaluation {
  let done = 0;
  const total = titles.length;
  const predictAndReport = (title: string, limit: number) => {
    done++;
    if (done % 500 === 0 || done === total) onProgress({ phase: "evaluated", done, total });
    return predict(title, limit);
  };
  return { titles: total, ...evaluate(titles, predictAndReport) };
}
