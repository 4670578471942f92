import type { CatalogRpc } from "./catalog.ts";

/**
 * The time zone of each site, fetched from catalog-service once: they change with releases only. A site that
 * the catalog does not know has the one named here.
 */
export function timeZones(
  catalog: Pick<CatalogRpc, "sites">,
  ofUnknown: string,
): (siteId: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (siteId) => {
    if (!known.has(siteId)) {
      for (const { id, time_zone } of await catalog.sites({})) known.set(id, time_zone);
    }
    return known.get(siteId) ?? ofUnknown;
  };
}
