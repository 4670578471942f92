import { withSession } from "../connection.ts";
import { migrate } from "../migrate/migrate.ts";
import type { Source } from "../read-replica/source.ts";
import { homeRange, idRangeOf } from "./id-ranges.ts";
import { placementsAt, placeOf } from "./placements.ts";
import { limitSequence } from "./sequences.ts";
import { asSource } from "./session-source.ts";

/** A site and where its database is. */
export interface NewShard {
  readonly homeUrl: string;
  readonly siteId: string;
  /** The databases that services are told of. The site's is the one of its placement, at first the first. */
  readonly urls: readonly string[];
}

/** The site cannot have, or has not, the database that is asked for. */
export class PlacementRefused extends Error {
  override readonly name = "PlacementRefused";
}

/**
 * Gives a site its own database for questions, or brings that to this release; gives the names of the
 * migrations that were applied. The home database must be migrated. May be interrupted and run again at any
 * time. Throws PlacementRefused when home holds questions of the site, or another database is the site's.
 */
export async function prepareShard({ homeUrl, siteId, urls }: NewShard): Promise<string[]> {
  const placement = await withSession(homeUrl, async (home) =>
    (await placementsAt(asSource(home))).get(siteId),
  );
  const url = placement === undefined ? urls[0] : urls.find((each) => placeOf(each) === placement);
  if (url === undefined)
    throw new PlacementRefused(`the database of ${siteId} is ${placement}: name its address`);
  await withSession(homeUrl, (home) => assertFree(asSource(home), siteId, url, homeUrl));
  const applied = await migrate({ url, service: "questions" });
  await withSession(url, (shard) => limitSequence(shard, "questions_id_seq", idRangeOf(siteId)));
  if (placement === undefined) await place(homeUrl, siteId, placeOf(url));
  return applied;
}

/** Throws PlacementRefused when a database is home's or another site's: each has one range of ids. */
export async function assertFree(
  home: Pick<Source, "query">,
  siteId: string,
  url: string,
  homeUrl: string,
): Promise<void> {
  const place = placeOf(url);
  if (place === placeOf(homeUrl)) throw new PlacementRefused(`${siteId}: ${place} is the home database`);
  for (const [other, address] of await placementsAt(home))
    if (address === place && other !== siteId)
      throw new PlacementRefused(`${siteId}: ${place} is the database of ${other}`);
}

/** From here on home refuses rows of the site, and the services use its database. */
async function place(homeUrl: string, siteId: string, address: string): Promise<void> {
  const constraint = `questions_not_of_${siteId.toLowerCase()}`;
  await withSession(homeUrl, async (home) => {
    await home.query("SET statement_timeout = 0");
    await limitSequence(home, "questions_id_seq", homeRange);
    await home.query(`ALTER TABLE questions DROP CONSTRAINT IF EXISTS ${constraint}`);
    // Counts for new rows at once; those that are there are read afterwards, while others write.
    await home.query(
      `ALTER TABLE questions ADD CONSTRAINT ${constraint} CHECK (site_id <> '${siteId}') NOT VALID`,
    );
    try {
      await home.query(`ALTER TABLE questions VALIDATE CONSTRAINT ${constraint}`);
    } catch (error) {
      await home.query(`ALTER TABLE questions DROP CONSTRAINT ${constraint}`);
      const reason = `the home database holds questions of ${siteId}, whose ids do not say their site: it stays there`;
      throw new PlacementRefused(reason, { cause: error });
    }
    await home.query("INSERT INTO site_placements (site_id, address) VALUES ($1, $2)", [siteId, address]);
  });
}
