import type { Job } from "./shard.ts";

/** Dependencies that may have databases of sites beside their own. */
export interface FanOut<Deps> {
  sites?: { fanOut<T>(work: (of: Deps) => Promise<T>): Promise<T[]> } | undefined;
}

interface Sharded<Deps> {
  sites?: { startJobs(start: (of: Deps, siteId: string) => Job): Job } | undefined;
}

/** Does work in the home database and in each site's, or in the only one. */
export const inEach = async <Deps extends FanOut<Deps>, T>(
  deps: Deps,
  work: (of: Deps) => Promise<T>,
): Promise<T[]> => (deps.sites ? deps.sites.fanOut(work) : [await work(deps)]);

/** What work keeps of each database, by its dependencies, from one run to the next. */
export function keptOfEach<Deps extends object, Kept>(create: () => Kept): (deps: Deps) => Kept {
  const kept = new WeakMap<Deps, Kept>();
  return (deps) => {
    const known = kept.get(deps) ?? create();
    kept.set(deps, known);
    return known;
  };
}

/** Starts the jobs of the home database and of each site's, of those to come too. */
export function startInEach<Deps extends Sharded<Deps>>(
  deps: Deps,
  start: (of: Deps, siteId?: string) => Job,
): Job {
  const atHome = start(deps);
  const ofSites = deps.sites?.startJobs(start);
  return {
    async stop() {
      await Promise.all([atHome.stop(), ofSites?.stop()]);
    },
  };
}

/**
 * Home, and then each site that has a database: what leaves home meanwhile is at a site that is known by
 * then, and no row comes back.
 */
export async function* inTurn(sites: {
  afterHome(): Promise<string[]>;
  opened(): ReadonlyMap<string, unknown>;
}): AsyncGenerator<string | undefined> {
  yield undefined;
  await sites.afterHome();
  yield* sites.opened().keys();
}
