import {
  type Deps,
  type PlannedTraining,
  planTraining,
  trainableSites,
  trainSite,
  whereSiteIs,
} from "@marketplace/catalog-service";
import { StartRefused } from "../boot/start-refused.ts";
import type { BarState } from "./progress-bar.ts";
import { untilFree } from "./until-free.ts";

export interface TrainModelsOptions {
  /** Trains this site, whether its titles have changed or not. */
  site?: string | undefined;
  /** Trains all sites, whether their titles have changed or not. */
  all?: boolean | undefined;
  /** Prints one line of JSON per site. */
  print: (line: string) => void;
  /** Tells people one line. */
  tell: (line: string) => void;
  onProgress: (state: BarState) => void;
  /** Ends the line of the progress. */
  onTrained: () => void;
}

/**
 * Trains the sites whose titles have changed since their last training, one after the other; waits for a
 * training of the same site. Rejects with StartRefused for a site without categories.
 */
export async function trainModels(catalog: Deps, options: TrainModelsOptions): Promise<void> {
  const { site, all = false, print, tell, onProgress, onTrained } = options;
  const sites = await trainableSites(catalog);
  if (site !== undefined && !sites.includes(site))
    throw new StartRefused(`${site} has no categories to predict`);
  const plans: PlannedTraining[] = [];
  for (const id of site === undefined ? sites : [site])
    plans.push(await whereSiteIs(catalog, id, (of) => planTraining(id, of)));
  const due = plans.filter(({ changed }) => changed || all || site !== undefined);
  for (const line of planLines(plans, due)) tell(line);
  for (const plan of plans)
    if (!due.includes(plan)) print(JSON.stringify({ site: plan.site, skipped: true }));
  for (const { site: id } of due) {
    const onPercent = (percent: number) => onProgress({ phase: id, done: percent, total: 100 });
    const train = (of: Deps) => trainSite(id, of, { onProgress: onPercent });
    const training = await untilFree(() => whereSiteIs(catalog, id, train), {
      onWait: () => tell(`${id} is being trained already: waiting until that has ended`),
    });
    onTrained();
    if (!training) throw new StartRefused(`${id} is still being trained by another process: try again later`);
    print(JSON.stringify({ site: id, ...training }));
  }
}

/** What is going to be trained, how long that takes, and what is left out. */
function planLines(plans: readonly PlannedTraining[], due: readonly PlannedTraining[]): string[] {
  const skipped = plans.filter((plan) => !due.includes(plan));
  const seconds = due.reduce((sum, plan) => sum + plan.seconds, 0);
  return [
    ...skipped.map(
      ({ site, trainedAt }) =>
        `${site}: no title has changed since its training${trainedAt ? ` of ${trainedAt.toISOString()}` : ""}`,
    ),
    ...(skipped.length > 0 ? ["(--all trains every site, --site one)"] : []),
    ...due.map(
      ({ site, titles, categories, newTitles, seconds: own }) =>
        `${site}: ${titles} titles (${newTitles} new) of ${categories} categories, ${about(own)}`,
    ),
    ...(due.length > 1 ? [`In all ${about(seconds)}`] : []),
  ];
}

/** Seconds for people: an estimate needs no more than two places. */
export function about(seconds: number): string {
  if (seconds < 100) return `about ${Math.max(1, Math.round(seconds))} s`;
  return `about ${Math.round(seconds / 60)} min`;
}
