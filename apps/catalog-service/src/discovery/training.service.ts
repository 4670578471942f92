import type { Deps } from "../deps.ts";
import type { LabelledTitle } from "./model/features/training-set.ts";
import type { TrainProgress } from "./model/training/train.ts";
import { trainInWorker } from "./model/training/train-in-worker.ts";

/** What training works with. */
export type TrainingDeps = Pick<
  Deps,
  "labelledTitles" | "categoryModels" | "siteLeaves" | "siblingSites" | "predictors" | "clock" | "systemClock"
>;

export interface TrainSiteOptions {
  onProgress?: (progress: TrainProgress) => void;
  /** See `TrainOptions`. */
  linearOnly?: boolean;
  /** Stops the training; nothing is stored then. */
  signal?: AbortSignal;
}

/** A training that ended. */
export interface Training {
  /** Titles it learnt from. */
  titles: number;
  version: number;
}

/**
 * Trains a site's model from all its labelled titles (its networks also from its siblings') in a worker thread and stores it; every
 * replica takes it up at its next prediction. `undefined` when somebody else is training the site.
 */
export function trainSite(
  siteId: string,
  deps: TrainingDeps,
  options: TrainSiteOptions = {},
): Promise<Training | undefined> {
  const { categoryModels, labelledTitles, siteLeaves, siblingSites, clock } = deps;
  return categoryModels.alone(siteId, async () => {
    // Before the titles are read: what is committed meanwhile counts beside the model.
    const sinceXid = await labelledTitles.horizon();
    const paths = await siteLeaves.paths(siteId);
    let titles = 0;
    const counted = counting(labelledTitles.forTraining(siteId), () => titles++);
    const siblings = options.linearOnly ? [] : await siblingSites(siteId);
    const bytes = await trainInWorker(counted, { paths, siblings, ...options });
    const version = await categoryModels.save({ siteId, bytes, titles, sinceXid, trainedAt: clock.now() });
    return { titles, version };
  });
}

async function* counting(titles: AsyncIterable<LabelledTitle>, count: () => void) {
  for await (const title of titles) {
    count();
    yield title;
  }
}

/**
 * Trains these sites, or all that have categories, at the same time; answers what was trained by site, without those that
 * somebody else is training.
 */
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

const dayMs = 86_400_000;
/** How much the clocks of replicas may differ. */
const skewMs = 60_000;

/** Whether so many unseen titles are worth a training: a tenth more than were learnt, or any after a day. */
export function isTrainingDue(
  unseen: number,
  model: { titles: number; trainedAt: Date } | undefined,
  now: Date,
): boolean {
  if (unseen === 0) return false;
  if (!model) return true;
  const age = now.getTime() - model.trainedAt.getTime();
  // A model of the future was trained before the clock was set back: how long ago, nobody knows.
  return unseen >= Math.max(500, model.titles / 10) || age > dayMs || age < -skewMs;
}

/** A site that could not be trained is left alone for so long: a training takes a processor for up to minutes. */
const restMs = 3_600_000;

/**
 * Trains the sites that have enough new titles, one after the other, each time it is called. Safe on any number of replicas. Where it fails
 * the others are trained all the same; then it rejects with an AggregateError.
 */
export function dueTrainings(deps: TrainingDeps): (signal: AbortSignal) => Promise<void> {
  const { categoryModels, labelledTitles, predictors, clock, systemClock } = deps;
  const resting = new Map<string, number>();
  const isDue = async (siteId: string): Promise<boolean> => {
    if ((resting.get(siteId) ?? Number.NEGATIVE_INFINITY) > systemClock.monotonicMs()) return false;
    // What cannot be read may have been trained anew by somebody else.
    await predictors.of(siteId);
    if (predictors.isUnreadable(siteId)) return true;
    const [unseen, model] = await Promise.all([labelledTitles.unseen(siteId), categoryModels.stamp(siteId)]);
    return isTrainingDue(unseen, model, clock.now());
  };
  return async (signal) => {
    const errors: unknown[] = [];
    for (const siteId of await categoryModels.sites()) {
      if (!(await isDue(siteId))) continue;
      try {
        await trainSite(siteId, deps, { signal });
      } catch (error) {
        // Whoever stops us knows of it; what was not trained is still due.
        if (signal.aborted) return;
        resting.set(siteId, systemClock.monotonicMs() + restMs);
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, "category models could not be trained");
  };
}

/** Loads every site's model, so that the first prediction does not wait for it. */
export async function loadModels({ categoryModels, predictors }: TrainingDeps): Promise<void> {
  for (const siteId of await categoryModels.sites()) await predictors.of(siteId);
}
