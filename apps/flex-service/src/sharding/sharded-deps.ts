import type { ShardUrls } from "@marketplace/database";
import { createSites, guardedKeys, type SiteDatabases } from "@marketplace/sharding";
import type { Config } from "../config.ts";
import { createDeps, type Deps, openDeps, openHome, type Parts } from "../deps.ts";
import { everywhereByFanOut } from "./everywhere.ts";

/** The dependencies with the databases of sites. */
export async function createShardedDeps(config: Config, parts: Parts, urls: ShardUrls): Promise<Deps> {
  if (urls.size === 0) return createDeps(config, parts);
  const home = openHome(config, parts);
  const sites = await createSites({
    home,
    urls,
    open: (url) => openDeps(config, parts, { url }),
    present: (...given) => presented(home, ...given),
    holds: async (of, id) => (await of.shipments.find(id)) !== null,
  });
  return sites.home;
}

/** The dependencies that handlers get, made of those on one database. */
const presented = (home: Deps, of: Deps, sites: SiteDatabases<Deps>, siteId?: string): Deps => ({
  ...of,
  sites,
  everywhere: everywhereByFanOut(sites),
  conventions: guardedKeys(home, of.conventions, sites, siteId),
  ...(siteId === undefined && { close: () => sites.close() }),
});
