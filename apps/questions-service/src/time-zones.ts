import type { CatalogRpc } from "@marketplace/contracts";

/** Sites' time zones, asked of catalog-service once: they change with a release, not with a request. */
export function timeZones(catalog: Pick<CatalogRpc, "sites">): (siteId: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (siteId) => {
    if (!known.has(siteId)) {
      for (const { id, time_zone } of await catalog.sites({})) known.set(id, time_zone);
    }
    return known.get(siteId) ?? "UTC";
  };
}
