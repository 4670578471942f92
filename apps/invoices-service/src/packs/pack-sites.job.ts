import type { Deps } from "../deps.ts";

type SiteDeps = Pick<Deps, "packSites" | "orders" | "log">;

/** Packs that orders-service is asked for at once. */
const pageSize = 20;

/**
 * Asks orders-service for the sites of packs that an earlier release has stored without. A pack that it does
 * not know keeps having none; one that it fails for is asked for again by the next run.
 */
export async function findPackSites(deps: SiteDeps, signal?: AbortSignal): Promise<void> {
  const { packSites } = deps;
  for (let after = 0; !signal?.aborted; ) {
    const ids = await packSites.missing(after, pageSize);
    const sites = Map.groupBy(await placesOf(deps, ids), ({ siteId }) => siteId);
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

interface Place {
  packId: number;
  siteId: string;
}

/** The sites of the packs that orders-service knows. */
async function placesOf({ orders, log }: SiteDeps, ids: readonly number[]): Promise<Place[]> {
  const found = await Promise.all(
    ids.map(async (packId): Promise<Place[]> => {
      try {
        const pack = await orders.pack({ pack_id: packId });
        return pack ? [{ packId, siteId: pack.site_id }] : [];
      } catch (err) {
        log.warn({ err, packId }, "orders-service is asked for the site of a pack later");
        return [];
      }
    }),
  );
  return found.flat();
}
