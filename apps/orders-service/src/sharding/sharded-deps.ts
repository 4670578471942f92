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
    open: (url) => openDeps(config, parts, { url, store: home.store }),
    present: (...given) => presented(home, ...given),
  });
  return sites.home;
}

/** The dependencies that handlers get, made of those on one database. */
function presented(home: Deps, of: Deps, sites: SiteDatabases<Deps>, siteId?: string): Deps {
  return {
    ...of,
    sites,
    everywhere: everywhereByFanOut(sites),
    conventions: guardedKeys(home, of.conventions, sites, siteId),
    ...(siteId === undefined
      ? { close: () => sites.close() }
      : { fetchFiles: (ids, userId) => fetchFiles(home, of, { ids, userId, siteId }) }),
  };
}

/**
 * Takes files that wait at home, where all are uploaded, to the database of the message that is to have them.
 * Home's claim settles which of two sites gets a file. It is there before it leaves home: after a crash a
 * repetition of the request ends it.
 */
async function fetchFiles(
  home: Pick<Deps, "attachments">,
  { attachments }: Pick<Deps, "attachments">,
  { ids, ...claim }: { ids: readonly string[]; userId: number; siteId: string },
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await home.attachments.claim(ids, claim);
  if (rows === undefined) return;
  await attachments.receive(rows);
  await home.attachments.forget(ids, claim);
}
