import { ask, missingSchema, whyNotAsked } from "../migrate/missing.ts";
import { type Placement, placementsAt, placeOf, type ShardUrls } from "./placements.ts";
import { asSource } from "./session-source.ts";
import { type ShardedService, sharded } from "./sharded.ts";

/**
 * What a service lacks, in words for an operator: migrations at home or in the database of a site, the
 * database of a site, or its address. `undefined` when nothing.
 */
export async function missingShards(
  homeUrl: string,
  urls: ShardUrls,
  service: ShardedService,
): Promise<string | undefined> {
  const atHome = await missingSchema(homeUrl, service);
  if (atHome !== undefined) return atHome;
  let placements: ReadonlyMap<string, Placement>;
  try {
    placements = await ask(homeUrl, (home) => placementsAt(asSource(home)));
  } catch (error) {
    return whyNotAsked(error);
  }
  for (const siteId of urls.keys())
    if (!placements.has(siteId)) return `${siteId} has no database yet: run the migrations`;
  for (const [siteId, { address }] of placements) {
    const url = urls.get(siteId)?.find((each) => placeOf(each) === address);
    if (url === undefined)
      return `the ${sharded[service].rows} of ${siteId} are in ${address}: DATABASE_URL_${siteId} must name it`;
    const missing = await missingSchema(url, service);
    if (missing !== undefined) return `${siteId}: ${missing}`;
  }
  return undefined;
}
