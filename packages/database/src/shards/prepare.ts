import type pg from "pg";
import { withSession } from "../connection.ts";
import { isCheckViolation } from "../errors.ts";
import { migrate } from "../migrate/migrate.ts";
import type { Source } from "../read-replica/source.ts";
import { inShortAttempts } from "../short-attempts.ts";
import { adoptLearning } from "./foreign-titles.ts";
import { addGuard, guardClosedItems, guardsOf } from "./guards.ts";
import { homeRange, idRangeOf } from "./id-ranges.ts";
import { isSplitting, placementsAt, placeOf } from "./placements.ts";
import { limitSequences } from "./sequences.ts";
import { asSource } from "./session-source.ts";
import { type Sharded, type ShardedService, sharded } from "./sharded.ts";

/** A site and where its database is. */
export interface NewShard {
  readonly service: ShardedService;
  readonly homeUrl: string;
  readonly siteId: string;
  /** The databases that services are told of. The site's is the one of its placement, at first the first. */
  readonly urls: readonly string[];
}

/** The site cannot have, or has not, the database that is asked for. */
export class PlacementRefused extends Error {
  override readonly name = "PlacementRefused";
}

/** What was done for a site. */
export interface PreparedShard {
  /** The names of the migrations that were applied to its database. */
  readonly applied: string[];
  /** Whether rows of the site are at home, from where `splitSite` takes them to its database. */
  readonly atHome: boolean;
}

/**
 * Gives a site its own database for a service, or brings that to this release. A site that has rows at home
 * stays there until it is split off. The home database must be migrated. May be interrupted and run again at
 * any time. Throws PlacementRefused when another database is the site's.
 */
export async function prepareShard(shard: NewShard): Promise<PreparedShard> {
  const { service, homeUrl, siteId, urls } = shard;
  const before = await withSession(homeUrl, async (home) => (await placementsAt(asSource(home))).get(siteId));
  const placement = before?.address;
  const url = placement === undefined ? urls[0] : urls.find((each) => placeOf(each) === placement);
  if (url === undefined)
    throw new PlacementRefused(`the database of ${siteId} is ${placement}: name its address`);
  await withSession(homeUrl, (home) => assertFree(asSource(home), siteId, url, homeUrl));
  const applied = await migrate({ url, service });
  await withSession(url, async (session) => {
    await limitSequences(session, service, idRangeOf(siteId));
    // It may be a copy of home's, from another server.
    await session.query("SET statement_timeout = 0");
    if (service === "catalog") await adoptLearning(session);
  });
  if (before && service === "questions" && !isSplitting(before))
    await withSession(homeUrl, (home) =>
      withSession(url, (site) => guardClosedItems(siteId, { home, site })),
    );
  if (before) return { applied, atHome: isSplitting(before) };
  return { applied, atHome: !(await place(shard, placeOf(url))) };
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
  for (const [other, { address }] of await placementsAt(home))
    if (address === place && other !== siteId)
      throw new PlacementRefused(`${siteId}: ${place} is the database of ${other}`);
}

/**
 * From here on home refuses rows of the site, and the services use its database. Gives false when home has
 * such rows, and notes the database for when they are taken there.
 */
async function place({ service, homeUrl, siteId }: NewShard, address: string): Promise<boolean> {
  return withSession(homeUrl, async (home) => {
    await home.query("SET statement_timeout = 0");
    await limitSequences(home, service, homeRange);
    const placed = await refuseRowsOf(home, siteId, service);
    const { rows, stays }: Sharded = sharded[service];
    if (!placed && stays)
      throw new PlacementRefused(
        `${siteId} has ${rows} at home: marketplace move-site takes them to its database (docs/scaling.md, Catalog), until then take its address away`,
      );
    await home.query(
      placed
        ? "INSERT INTO site_placements (site_id, address) VALUES ($1, $2)"
        : "INSERT INTO site_splits (site_id, address, state) VALUES ($1, $2, 'prepared')",
      [siteId, address],
    );
    return placed;
  });
}

/** Adds constraints that keep a site's rows out of home; false, without them, when there are some. */
export async function refuseRowsOf(
  home: pg.Client,
  siteId: string,
  service: ShardedService,
): Promise<boolean> {
  const guards = guardsOf(siteId, service);
  const drop = async () => {
    for (const { table, constraint } of guards)
      await home.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${constraint}`);
  };
  for (const { table, isOther } of guards) {
    const { rowCount } = await home.query(`SELECT FROM ${table} WHERE NOT (${isOther}) LIMIT 1`);
    if (rowCount !== 0) return false;
  }
  // Counts for new rows at once; those that are there are read afterwards, while others write.
  await inShortAttempts(home, async () => {
    await drop();
    for (const guard of guards) await addGuard(home, guard);
  });
  try {
    for (const { table, constraint } of guards)
      await home.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${constraint}`);
    return true;
  } catch (error) {
    await drop();
    if (isCheckViolation(error)) return false;
    throw error;
  }
}
