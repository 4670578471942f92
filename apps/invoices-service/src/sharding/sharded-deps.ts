import type { ShardUrls } from "@marketplace/database";
import { createSites, guardedKeys, observeSites, type SiteDatabases } from "@marketplace/sharding";
import { observeQueries } from "@marketplace/telemetry";
import type { Config } from "../config.ts";
import { createDeps, type Deps, openDeps, openHome, type Parts } from "../deps.ts";
import { gatheredEverywhere } from "./everywhere.ts";

/** The dependencies with the databases of sites. All have one object store. */
export async function createShardedDeps(config: Config, parts: Parts, urls: ShardUrls): Promise<Deps> {
  if (urls.size === 0) return createDeps(config, parts);
  const home = openHome(config, parts);
  const open = (url: string) => {
    const own = openDeps(config, parts, { shared: home, url });
    observeQueries(own.db.pool, own.telemetry);
    return own;
  };
  const sites = await createSites({
    home,
    urls,
    open,
    present: (...given) => presented(home, ...given),
    // No request names a row by a number.
    holds: async () => false,
  });
  return observeSites(sites.home);
}

/** The dependencies that handlers get, made of those on one database. */
const presented = (home: Deps, of: Deps, sites: SiteDatabases<Deps>, siteId?: string): Deps => ({
  ...of,
  sites,
  everywhere: gatheredEverywhere(home, sites),
  conventions: guardedKeys(home, of.conventions, sites, siteId),
  ...(siteId === undefined && {
    async close() {
      // Reconciliations read from all databases.
      await home.runs.stop();
      await sites.close();
    },
  }),
});
