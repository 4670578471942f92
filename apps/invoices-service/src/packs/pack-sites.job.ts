import type { Deps } from "../deps.ts";

type SiteDeps = Pick<Deps, "packSites" | "orders" | "log">;

/** Packs that orders-service is asked for at once. */
const pageSize = 20;

/**
 * Gives what asks orders-service, by each call, for the sites of packs that an earlier release has stored
 * without. A pack that it does not know keeps having none; one that it fails for is asked for again later. A
 * call ends at a page that it fails for altogether, because it may be away, and the next one begins behind
 * that page, because it may not.
 */
export function createPackSiteFinder({ packSites, orders, log }: SiteDeps) {
  let after = 0;
  return async (signal?: AbortSignal): Promise<void> => {
    const failures: unknown[] = [];
    for (let goesOn = true; goesOn && !signal?.aborted; ) {
      const ids = await packSites.missing(after, pageSize);
      const { places, errors } = await placesOf(orders, ids);
      for (const [siteId, known] of Map.groupBy(places, (place) => place.siteId))
        await packSites.set(
          known.map(({ packId }) => packId),
          siteId,
        );
      failures.push(...errors);
      const isEnd = ids.length < pageSize;
      after = isEnd ? 0 : (ids.at(-1) ?? 0);
      goesOn = !isEnd && errors.length < ids.length;
    }
    const [err] = failures;
    if (failures.length > 0)
      log.warn({ err, packs: failures.length }, "orders-service is asked for the sites of packs later");
  };
}

interface Place {
  packId: number;
  siteId: string;
}

/** The sites of the packs that orders-service knows, and an error for each that it fails for. */
async function placesOf(orders: SiteDeps["orders"], ids: readonly number[]) {
  const answers = await Promise.allSettled(ids.map((id) => orders.pack({ pack_id: id })));
  const places: Place[] = [];
  const errors: unknown[] = [];
  for (const [index, packId] of ids.entries()) {
    const answer = answers[index];
    if (answer?.status === "rejected") errors.push(answer.reason);
    else if (answer?.value) places.push({ packId, siteId: answer.value.site_id });
  }
  return { places, errors };
}
