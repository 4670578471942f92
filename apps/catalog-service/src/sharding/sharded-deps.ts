import type { ShardUrls } from "@marketplace/database";
import { createSites, guardedKeys, type SiteDatabases } from "@marketplace/sharding";
import type { Config } from "../config.ts";
import { createDeps, type Deps, openDeps, openHome, watchIndices } from "../deps.ts";
import { siblingsEverywhere } from "../discovery/sibling-sites.service.ts";
import { openShared, type Parts } from "../shared.service.ts";
import { createVisitCounter } from "../visits/visit-counter.service.ts";
import { everywhereByFanOut } from "./everywhere.ts";
import { type MergedChanges, mergedChanges } from "./merged-changes.ts";
import { visitsBySite } from "./visits-by-site.ts";

/** The dependencies with the databases of sites. */
export async function createShardedDeps(config: Config, parts: Parts, urls: ShardUrls): Promise<Deps> {
  if (urls.size === 0) return createDeps(config, parts);
  const shared = await openShared(config, parts);
  const changes = mergedChanges();
  const siblings = siblingsEverywhere(() => sites);
  const home = openHome(config, parts, shared, siblings);
  changes.add(home.changes);
  const sites: SiteDatabases<Deps> = await createSites<Deps>({
    home,
    urls,
    open(url, siteId) {
      const own = openDeps(config, parts, { shared, url, directUrl: url, siteId, siblings });
      const forget = changes.add(own.changes);
      return {
        ...own,
        async close() {
          forget();
          await own.close();
        },
      };
    },
    present: (of, all, siteId) => presented(home, of, { sites: all, siteId, changes }),
  });
  watchIndices(home.telemetry, () => [home, ...sites.opened().values()]);
  return sites.home;
}

interface Presenting {
  sites: SiteDatabases<Deps>;
  siteId: string | undefined;
  changes: MergedChanges;
}

/** The dependencies that handlers get, made of those on one database. */
function presented(home: Deps, of: Deps, { sites, siteId, changes }: Presenting): Deps {
  const all = {
    ...of,
    sites,
    everywhere: everywhereByFanOut(sites),
    conventions: guardedKeys(home, of.conventions, sites, siteId),
  };
  if (siteId !== undefined) return { ...all, visitCounter: sites.home.visitCounter };
  const { clock, log } = home;
  return {
    ...all,
    changes,
    // One for all, so that a visit that waits is counted where its item is by then.
    visitCounter: createVisitCounter({ visits: visitsBySite(sites), clock, log }),
    close: () => sites.close(),
  };
}
