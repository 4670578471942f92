import { dayMs } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { LabeledTitle } from "./model/features/training-set.ts";
import { trainInWorker } from "./model/training/train-in-worker.ts";

type TrainingDeps = Pick<
  Deps,
  "labeledTitles" | "categoryModels" | "siteLeaves" | "siblingSites" | "predictors" | "clock" | "systemClock"
>;

interface TrainSiteOptions {
  /** Called with each percent that is done. */
  onProgress?: (percent: number) => void;
  /** See `TrainOptions`. */
  linearOnly?: boolean;
  /** Stops the training; nothing is stored then. */
  signal?: AbortSignal;
}

/** The result of a training. */
export interface Training {
  /** Number of training titles. */
  titles: number;
  version: number;
}

/**
 * Trains a site's model from its labeled titles (its network also from its siblings') in a worker thread and
 * stores it. Every replica loads it at its next prediction. `undefined` when another process is training the
 * site.
 */
export function trainSite(
  siteId: string,
  deps: TrainingDeps,
  options: TrainSiteOptions = {},
): Promise<Training | undefined> {
  const { categoryModels, labeledTitles, siteLeaves, siblingSites, clock } = deps;
  return categoryModels.alone(siteId, async () => {
    // Read before the titles: a title that commits meanwhile counts as recent beside the new model.
    const sinceXid = await labeledTitles.horizon();
    const paths = await siteLeaves.paths(siteId);
    let titles = 0;
    const counted = counting(labeledTitles.forTraining(siteId), () => titles++);
    const siblings = options.linearOnly ? [] : await siblingSites(siteId);
    const bytes = await trainInWorker(counted, { paths, siblings, ...options });
    const version = await categoryModels.save({ siteId, bytes, titles, sinceXid, trainedAt: clock.now() });
    return { titles, version };
  });
}

async function* counting(titles: AsyncIterable<LabeledTitle>, count: () => void) {
  for await (const title of titles) {
    count();
    yield title;
  }
}

/** Trains these sites, or all, concurrently; results by site, without those that another process trains. */
export async function trainSites(
  deps: TrainingDeps,
  options: Pick<TrainSiteOptions, "linearOnly"> & { sites?: readonly string[] } = {},
): Promise<Map<string, Training>> {
  const { sites = await deps.categoryModels.sites(), ...how } = options;
  const trained = await Promise.all(
    sites.map(async (id) => ({ id, training: await trainSite(id, deps, how) })),
  );
  return new Map(trained.flatMap(({ id, training }) => (training ? [[id, training]] : [])));
}

/** Tolerated clock skew between replicas. */
const skewMs = 60_000;

/** New titles of a category, at most half of them seen, that are worth a training. */
const fewestOfCategory = 20;
/** Pause between trainings for the sake of single categories, which the predictor knows provisionally. */
const categoryPauseMs = 600_000;

/** What a site's model has not seen. */
interface Unseen {
  titles: number;
  /** Whether that is at least half of some category. */
  ofCategory: boolean;
}

/**
 * Whether unseen titles are worth a training: a tenth of those learned, at least 500; half of a category's
 * after ten minutes; any after a day.
 */
export function isTrainingDue(
  unseen: Unseen,
  model: { titles: number; trainedAt: Date } | undefined,
  now: Date,
): boolean {
  if (unseen.titles === 0) return false;
  if (!model) return true;
  if (unseen.titles >= Math.max(500, model.titles / 10)) return true;
  const age = now.getTime() - model.trainedAt.getTime();
  // A model from the future was trained before the clock was set back: its true age is unknown.
  return age > (unseen.ofCategory ? categoryPauseMs : dayMs) || age < -skewMs;
}

/** Pause after a failed training of a site, because a training takes a processor for up to minutes. */
const backoffMs = 3_600_000;

/**
 * Each call trains the sites that have enough new titles, one after the other. Safe on any number of
 * replicas. When a site fails, the others are still trained; then the call rejects with an AggregateError.
 */
export function dueTrainings(deps: TrainingDeps): (signal: AbortSignal) => Promise<void> {
  const { categoryModels, labeledTitles, predictors, clock, systemClock } = deps;
  const pausedUntil = new Map<string, number>();
  const isDue = async (siteId: string): Promise<boolean> => {
    if ((pausedUntil.get(siteId) ?? Number.NEGATIVE_INFINITY) > systemClock.monotonicMs()) return false;
    // Another process may have replaced the model that cannot be decoded.
    if (predictors.isUndecodable(siteId)) await predictors.of(siteId);
    if (predictors.isUndecodable(siteId)) return true;
    const [titles, ofCategory, model] = await Promise.all([
      labeledTitles.unseen(siteId),
      labeledTitles.hasChangedCategory(siteId, fewestOfCategory),
      categoryModels.stamp(siteId),
    ]);
    return isTrainingDue({ titles, ofCategory }, model, clock.now());
  };
  return async (signal) => {
    const errors: unknown[] = [];
    for (const siteId of await categoryModels.sites()) {
      if (!(await isDue(siteId))) continue;
      try {
        await trainSite(siteId, deps, { signal });
      } catch (error) {
        // The caller asked to stop; the untrained sites stay due.
        if (signal.aborted) return;
        pausedUntil.set(siteId, systemClock.monotonicMs() + backoffMs);
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, "category models could not be trained");
  };
}
