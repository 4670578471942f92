import type { Deps } from "../deps.ts";

/** Packs that orders-service is asked for at once. */
const pageSize = 20;

/**
 * Asks orders-service for the sites of packs that an earlier release has stored without. A pack that it does
 * not know keeps having none.
 */
export async function findPackSites(
  { packSites, orders }: Pick<Deps, "packSites" | "orders">,
  signal?: AbortSignal,
): Promise<void> {
  for (let after = 0; !signal?.aborted; ) {
    const ids = await packSites.missing(after, pageSize);
    const packs = await Promise.all(ids.map((pack_id) => orders.pack({ pack_id })));
    const sites = Map.groupBy(
      packs.flatMap((pack, index) => (pack ? { siteId: pack.site_id, packId: ids[index] ?? 0 } : [])),
      ({ siteId }) => siteId,
    );
    for (const [siteId, known] of sites)
      await packSites.set(
        known.map(({ packId }) => packId),
        siteId,
      );
    const last = ids.at(-1);
    if (last === undefined || ids.length < pageSize) return;
    after = last;
  }
}
