import type { Job } from "./shard.ts";
import type { SiteDatabases } from "./sites.ts";

interface Sharded<Deps> {
  sites?: Pick<SiteDatabases<Deps>, "gather" | "startJobs"> | undefined;
}

/** Does work in the home database and in each site's, or in the only one. */
export const inEach = async <Deps extends Sharded<Deps>, T>(
  deps: Deps,
  work: (of: Deps) => Promise<T>,
): Promise<T[]> => (deps.sites ? deps.sites.gather(work) : [await work(deps)]);

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
export async function* inTurn<Deps>(
  sites: Pick<SiteDatabases<Deps>, "afterHome" | "opened">,
): AsyncGenerator<string | undefined> {
  yield undefined;
  await sites.afterHome();
  yield* sites.opened().keys();
}
