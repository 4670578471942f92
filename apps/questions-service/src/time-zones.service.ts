import type { CatalogRpc } from "@marketplace/contracts";

/** The time zones of sites, fetched from catalog-service once: they change with releases only. */
export function timeZones(catalog: Pick<CatalogRpc, "sites">): (siteId: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (siteId) => {
    if (!known.has(siteId)) {
      for (const { id, time_zone } of await catalog.sites({})) known.set(id, time_zone);
    }
    return known.get(siteId) ?? "UTC";
  };
}
