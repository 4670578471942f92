import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { isUserRefused } from "../errors.ts";
import { migrate } from "../migrate/migrate.ts";
import { closeSource, reopenSource } from "./fence.ts";
import { adoptLearning } from "./foreign-titles.ts";
import { idRangeOf } from "./id-ranges.ts";
import { waitToLockOut } from "./lock-out.ts";
import { isSplitting, placementsAt, placeOf } from "./placements.ts";
import { assertFree, PlacementRefused } from "./prepare.ts";
import { NoConnection, withDatabase } from "./reach.ts";
import {
  assertEmpty,
  beginCopy,
  endCopy,
  leaveSource,
  pendingBytes,
  removeCopy,
  tablesOf,
  untilCopied,
  untilHas,
} from "./replication.ts";
import { copySequences, limitSequences } from "./sequences.ts";
import { asSource } from "./session-source.ts";
import { type ShardedService, sharded } from "./sharded.ts";

export interface SiteMove {
  readonly service: ShardedService;
  readonly homeUrl: string;
  readonly siteId: string;
  /** The site's database now, for its owner, who must have REPLICATION. */
  readonly from: string;
  /** An empty database, for its owner, who must be in pg_create_subscription. */
  readonly to: string;
  /** The address of `from` as the server of `to` reaches it; `from` when absent. */
  readonly fromThere?: string | undefined;
  readonly tell?: (step: string) => void;
  /** How long the copy may take; a day by default. */
  readonly copyWithinMs?: number;
}

export interface SiteMoved {
  readonly tables: number;
  readonly copySeconds: number;
  /** From the first refused statement to the new placement. */
  readonly secondsWithoutWrites: number;
}

/** What the new database may lack when the old one is closed: less than a second of changes. */
const nearEnoughBytes = 1_000_000;
/** How long the closed database may be waited for; then it is opened again. */
const catchUpWithinMs = 4_000;

const nameOf = (service: ShardedService, siteId: string) => `move_${service}_${siteId.toLowerCase()}`;

/**
 * Whether an earlier run has moved, split off or taken the site to a database. Ends the copy of one that was
 * interrupted after its switch, where the old database is known; without it, when that is gone.
 */
export async function wasMoved(
  move: Omit<SiteMove, "from"> & { from: string | undefined },
): Promise<boolean> {
  const { homeUrl, siteId, from, to } = move;
  const placed = await withDatabase(homeUrl, async (home) =>
    (await placementsAt(asSource(home))).get(siteId),
  );
  if (placed === undefined || isSplitting(placed) || placed.address !== placeOf(to)) return false;
  if (from !== undefined && placeOf(from) !== placeOf(to))
    await withDatabase(to, (target) => endInterrupted({ ...move, from }, target));
  return true;
}

async function endInterrupted(move: SiteMove, target: pg.Client): Promise<void> {
  const { service, siteId, from, tell = () => {} } = move;
  const name = nameOf(service, siteId);
  await target.query("SET statement_timeout = 0");
  try {
    await withDatabase(from, async (source) => {
      await source.query("SET statement_timeout = 0");
      // A run that is about to end its copy does it itself.
      await waitToLockOut(source, tell);
      await endCopy(name, { source, target });
    });
  } catch (error) {
    // A server that refuses the user is there, and keeps the slot. A database that was dropped took it along.
    if (!(error instanceof NoConnection) || isUserRefused(error)) throw error;
    await leaveSource(name, target);
    tell(
      `${error.message}. If it comes back, give the command again: its replication slot ${name}, where it still has one, keeps its log`,
    );
  }
}

/**
 * Moves a site's rows of a service to another server while they are used. No row is lost or doubled: the old
 * database refuses every statement before the new one takes the first. When it fails or is
 * interrupted, the site stays where it was, and the move may be begun again. Throws PlacementRefused.
 */
export async function moveSite(move: SiteMove): Promise<SiteMoved> {
  const { service, homeUrl, siteId, from, to, tell = () => {} } = move;
  if (placeOf(from) === placeOf(to)) throw new PlacementRefused(`${siteId} is in ${placeOf(to)} already`);
  await withDatabase(homeUrl, (home) => assertFree(asSource(home), siteId, to, homeUrl));
  // Both, before anything is changed.
  for (const url of [from, to]) await withDatabase(url, async () => {});
  await migrate({ url: to, service });
  return withDatabase(homeUrl, (home) =>
    withDatabase(from, (source) =>
      withDatabase(to, async (target) => {
        for (const session of [home, source, target]) await session.query("SET statement_timeout = 0");
        await waitToLockOut(source, tell);
        return run(move, { home, source, target });
      }),
    ),
  );
}

interface Sessions {
  home: pg.Client;
  source: pg.Client;
  target: pg.Client;
}

async function run(move: SiteMove, sessions: Sessions): Promise<SiteMoved> {
  const { service, siteId, from, fromThere = from, tell = () => {}, copyWithinMs = 24 * 3_600_000 } = move;
  const { source, target } = sessions;
  const name = nameOf(service, siteId);
  await assertPlaced(sessions.home, move, placeOf(from));
  // What an interrupted move has left.
  await reopenSource(source);
  const tables = await tablesOf(source);
  await removeCopy(name, sessions, { copied: tables });
  await assertEmpty(target, tables);
  await limitSequences(target, service, idRangeOf(siteId));
  const began = performance.now();
  tell(`copying ${tables.length} tables`);
  try {
    await beginCopy(name, { source, target, tables, address: fromThere });
    await untilCopied(name, sessions, copyWithinMs);
    // Most of it now, so that little is left for the switch.
    if (service === "catalog") await adoptLearning(target);
    while ((await pendingBytes(name, source)) > nearEnoughBytes) {
      if (performance.now() - began > copyWithinMs)
        throw new PlacementRefused("the copy does not catch up with the changes");
      await delay(200);
    }
    const copySeconds = (performance.now() - began) / 1_000;
    tell(`copied in ${copySeconds.toFixed(1)} s; switching`);
    const secondsWithoutWrites = await switchOver(name, move, sessions, tables);
    await endCopy(name, sessions);
    return { tables: tables.length, copySeconds, secondsWithoutWrites };
  } catch (error) {
    // Only what the site does not use: a move that has switched keeps its rows.
    await withDatabase(move.homeUrl, (home) => assertPlaced(home, move, placeOf(from)));
    await removeCopy(name, sessions, { copied: tables, left: true });
    throw error;
  }
}

/** Closes the old database, waits for the new one and changes the placement; gives the seconds it took. */
async function switchOver(name: string, move: SiteMove, sessions: Sessions, tables: string[]) {
  const { service, homeUrl, siteId, from, to } = move;
  const { source, target } = sessions;
  // A session of its own: one that was idle for the hours of a copy may be gone.
  return withDatabase(homeUrl, async (home) => {
    await assertPlaced(home, move, placeOf(from));
    try {
      const closedAt = await closeSource(source, tables);
      await untilHas(name, source, catchUpWithinMs);
      if (service === "catalog") await adoptLearning(target);
      // Those that no table owns did not go with the tables; without the tables nothing uses them.
      await copySequences(source, target, { schemas: ["moved", "public"] });
      const { rowCount } = await home.query(
        "UPDATE site_placements SET address = $3 WHERE site_id = $1 AND address = $2",
        [siteId, placeOf(from), placeOf(to)],
      );
      if (rowCount !== 1)
        throw new PlacementRefused(`the placement of ${siteId} was changed by another move`);
      return (performance.now() - closedAt) / 1_000;
    } catch (error) {
      // If home cannot tell, the old database stays closed. The next attempt opens it if it is the site's.
      await withDatabase(homeUrl, (again) => assertPlaced(again, move, placeOf(from)));
      await reopenSource(source);
      throw error;
    }
  });
}

async function assertPlaced(
  home: pg.Client,
  { service, siteId }: Pick<SiteMove, "service" | "siteId">,
  address: string,
): Promise<void> {
  const { rows } = await home.query<{ address: string }>(
    "SELECT address FROM site_placements WHERE site_id = $1",
    [siteId],
  );
  if (rows[0]?.address === address) return;
  throw new PlacementRefused(
    `the ${sharded[service].rows} of ${siteId} are in ${rows[0]?.address ?? "the home database"}, not in ${address}`,
  );
}
