import { unopenedSites } from "@marketplace/sharding";
import type { Deps } from "../deps.ts";
import { ImportRefused } from "../tree/import.problems.ts";

type Located = Pick<Deps, "db" | "sites">;

/**
 * Runs the work of a command on the database of a site, or on home. Throws ImportRefused when the site has a
 * database that this process was not told of.
 */
export async function whereSiteIs<On extends Located, T>(
  deps: On,
  siteId: string | undefined,
  work: (of: On | Deps) => Promise<T>,
): Promise<T> {
  if (siteId !== undefined) assertOpened(await unopenedSites(deps), siteId);
  return deps.sites ? deps.sites.alone(siteId, work) : work(deps);
}

/** Throws ImportRefused unless this process knows the databases of all sites. */
export async function assertAllOpened(deps: Located): Promise<void> {
  assertOpened(await unopenedSites(deps));
}

function assertOpened(unopened: readonly string[], siteId = unopened[0]): void {
  if (siteId === undefined || !unopened.includes(siteId)) return;
  throw new ImportRefused(`${siteId} has a database of its own: CATALOG_DATABASE_URL_${siteId} must name it`);
}

/** The site whose database has the rows of a site: itself, or none for home's. */
export const databaseOf = ({ sites }: Pick<Deps, "sites">, siteId: string): string | undefined =>
  sites?.opened().has(siteId) ? siteId : undefined;
