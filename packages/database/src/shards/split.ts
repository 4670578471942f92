import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { addressOf } from "../address.ts";
import { openSplit, settleSplit } from "./home-fence.ts";
import { lockOut } from "./lock-out.ts";
import {
  isSplitting,
  type Placement,
  placementsAt,
  placementsLeaseMs,
  placeOf,
  type SplitState,
} from "./placements.ts";
import { assertFree, PlacementRefused, refuseRowsOf } from "./prepare.ts";
import { withDatabase } from "./reach.ts";
import { asSource } from "./session-source.ts";
import { type Sharded, type SplitService, sharded } from "./sharded.ts";
import type { RowsMove } from "./split-batches.ts";
import { moveClosedItems, moveRows } from "./split-rows.ts";
import { moveSales, saleTables } from "./split-sales.ts";

export interface SiteSplit extends RowsMove {
  readonly service: SplitService;
  readonly homeUrl: string;
  /** The database that was prepared for the site, for its owner. */
  readonly to: string;
  readonly tell?: ((step: string) => void) | undefined;
}

export interface SiteSplitOff {
  /** How many were taken. */
  readonly rows: number;
  /** For how long the site got no new rows; everything else went on. */
  readonly secondsWithoutNew: number;
  readonly seconds: number;
}

/**
 * Takes the rows that a site has at home to its own database, while they are used. First all processes get
 * to know that new rows go there, then the older ones follow in batches: the row locks at home last until
 * they are stored there. Each row is at home, or in the site's database, or for the time of a commit in both;
 * home's counts then. May be interrupted at any time and is given again until it ends. Throws
 * PlacementRefused.
 */
export async function splitSite(split: SiteSplit): Promise<SiteSplitOff> {
  const { homeUrl, to } = split;
  if (addressOf(to).pooled || addressOf(homeUrl).pooled)
    throw new PlacementRefused("name the servers themselves: behind a pooler no session holds a lock");
  if (placeOf(to) === placeOf(homeUrl)) throw new PlacementRefused(`${placeOf(to)} is the home database`);
  return withDatabase(homeUrl, (home) =>
    withDatabase(to, async (site) => {
      for (const session of [home, site]) {
        await session.query("SET statement_timeout = 0; SET synchronous_commit = on");
        // Of a command that hangs: its row locks end, and then it cannot go on.
        await session.query("SET idle_in_transaction_session_timeout = '30s'");
        // Held to the end of both sessions: what has lost one of them can change nothing there any more.
        await lockOut(session);
      }
      return run(split, home, site);
    }),
  );
}

/** Whether a site that has a database still has, or may have, rows at home. */
export const isAtHome = (homeUrl: string, siteId: string): Promise<boolean> =>
  withDatabase(homeUrl, async (home) => {
    const placement = (await placementsAt(asSource(home))).get(siteId);
    return placement !== undefined && isSplitting(placement);
  });

async function run(split: SiteSplit, home: pg.Client, site: pg.Client): Promise<SiteSplitOff> {
  const { service, homeUrl, siteId, to, tell = () => {} } = split;
  const began = performance.now();
  await assertFree(asSource(home), siteId, to, homeUrl);
  const state = stateOf((await placementsAt(asSource(home))).get(siteId), split);
  const columns = await sameColumns(service, home, site);
  await assertSitesKnown(service, home);
  let secondsWithoutNew = 0;
  if (state !== "moving") {
    const closedAt = state === "prepared" ? await openSplit(home, siteId, service) : performance.now();
    // By then each process has read that the site is opening, or reads it before it does anything more.
    await delay(placementsLeaseMs + 200);
    await home.query("UPDATE site_splits SET state = 'moving' WHERE site_id = $1", [siteId]);
    secondsWithoutNew = (performance.now() - closedAt) / 1_000;
    tell(
      `new ${sharded[service].rows} go to ${placeOf(to)}, after ${secondsWithoutNew.toFixed(1)} s without any`,
    );
  }
  if (service === "questions") await moveClosedItems(siteId, { home, site });
  const ends = { home, site, columns };
  const rows = service === "orders" ? await moveSales(split, ends) : await moveRows(service, split, ends);
  if (!(await refuseRowsOf(home, siteId, service)))
    throw new PlacementRefused(`home still has ${sharded[service].rows} of ${siteId}`);
  await settleSplit(home, siteId, service);
  return { rows, secondsWithoutNew, seconds: (performance.now() - began) / 1_000 };
}

/** A row whose site is not known yet may be of any. */
async function assertSitesKnown(service: SplitService, home: pg.Client): Promise<void> {
  const { rows, tables, sitesFollow }: Sharded = sharded[service];
  if (!sitesFollow) return;
  for (const table of tables) {
    const { rowCount } = await home.query(`SELECT FROM ${table} WHERE site_id IS NULL LIMIT 1`);
    if (rowCount !== 0)
      throw new PlacementRefused(
        `home has ${rows} whose site is not known yet: the service asks for it within minutes of its start`,
      );
  }
}

function stateOf(placement: Placement | undefined, { service, siteId, to }: SiteSplit): SplitState {
  const address = placeOf(to);
  if (!placement) throw new PlacementRefused(`${siteId} has no database yet: run the migrations`);
  if (placement.address !== address)
    throw new PlacementRefused(`the database that was prepared for ${siteId} is ${placement.address}`);
  if (placement.split === undefined || placement.split === "done")
    throw new PlacementRefused(`the ${sharded[service].rows} of ${siteId} are in ${address} already`);
  return placement.split;
}

/** The columns of each table, which must be the same in both databases. */
async function sameColumns(
  service: SplitService,
  home: pg.Client,
  site: pg.Client,
): Promise<ReadonlyMap<string, string[]>> {
  const columns = new Map<string, string[]>();
  for (const table of service === "orders" ? saleTables : sharded[service].tables) {
    const [atHome, atSite] = await Promise.all([home, site].map((session) => columnsOf(session, table)));
    if (atHome === undefined || String(atHome) !== String(atSite))
      throw new PlacementRefused("the databases are of different releases: run the migrations");
    columns.set(table, atHome);
  }
  return columns;
}

async function columnsOf(session: pg.Client, table: string): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = ('public.' || $1)::regclass AND attnum > 0 AND NOT attisdropped ORDER BY 1`,
    [table],
  );
  return rows.map(({ name }) => name);
}
