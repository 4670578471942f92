import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { addressOf } from "../address.ts";
import { withSession } from "../connection.ts";
import { prismaLockKey } from "../migrate/migrate.ts";
import { openSplit, settleSplit } from "./home-fence.ts";
import {
  isSplitting,
  type Placement,
  placementsAt,
  placementsLeaseMs,
  placeOf,
  type SplitState,
} from "./placements.ts";
import { assertFree, PlacementRefused, refuseRowsOf } from "./prepare.ts";
import { asSource } from "./session-source.ts";
import { moveClosedItems, moveQuestions, type QuestionsMove } from "./split-rows.ts";

export interface SiteSplit extends QuestionsMove {
  readonly homeUrl: string;
  /** The database that was prepared for the site, for its owner. */
  readonly to: string;
  readonly tell?: ((step: string) => void) | undefined;
}

export interface SiteSplitOff {
  readonly questions: number;
  /** For how long nobody could ask a question at the site; everything else went on. */
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
  return withSession(homeUrl, (home) =>
    withSession(to, async (site) => {
      for (const session of [home, site]) {
        await session.query("SET statement_timeout = 0; SET synchronous_commit = on");
        // Of a command that hangs: its row locks end, and then it cannot go on.
        await session.query("SET idle_in_transaction_session_timeout = '30s'");
        await lockOut(session);
      }
      return run(split, home, site);
    }),
  );
}

/** Whether a site that has a database still has, or may have, questions at home. */
export const isAtHome = (homeUrl: string, siteId: string): Promise<boolean> =>
  withSession(homeUrl, async (home) => {
    const placement = (await placementsAt(asSource(home))).get(siteId);
    return placement !== undefined && isSplitting(placement);
  });

/**
 * No migration runs while rows are on their way. Held to the end of both sessions: what has lost one of them
 * can change nothing there any more.
 */
async function lockOut(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(${prismaLockKey}) AS locked`,
  );
  if (!rows[0]?.locked) throw new PlacementRefused("a migration, or another move, is under way");
}

async function run(split: SiteSplit, home: pg.Client, site: pg.Client): Promise<SiteSplitOff> {
  const { homeUrl, siteId, to, tell = () => {} } = split;
  const began = performance.now();
  await assertFree(asSource(home), siteId, to, homeUrl);
  const state = stateOf((await placementsAt(asSource(home))).get(siteId), siteId, placeOf(to));
  const columns = await sameColumns(home, site);
  let secondsWithoutNew = 0;
  if (state !== "moving") {
    const closedAt = state === "prepared" ? await openSplit(home, siteId) : performance.now();
    // By then each process has read that the site is opening, or reads it before it does anything more.
    await delay(placementsLeaseMs + 200);
    await home.query("UPDATE site_splits SET state = 'moving' WHERE site_id = $1", [siteId]);
    secondsWithoutNew = (performance.now() - closedAt) / 1_000;
    tell(`new questions go to ${placeOf(to)}, after ${secondsWithoutNew.toFixed(1)} s without any`);
  }
  await moveClosedItems(siteId, { home, site });
  const questions = await moveQuestions(split, { home, site, columns });
  if (!(await refuseRowsOf(home, siteId))) throw new Error(`home still has questions of ${siteId}`);
  await settleSplit(home, siteId);
  return { questions, secondsWithoutNew, seconds: (performance.now() - began) / 1_000 };
}

function stateOf(placement: Placement | undefined, siteId: string, address: string): SplitState {
  if (!placement) throw new PlacementRefused(`${siteId} has no database yet: run the migrations`);
  if (placement.address !== address)
    throw new PlacementRefused(`the database that was prepared for ${siteId} is ${placement.address}`);
  if (placement.split === undefined || placement.split === "done")
    throw new PlacementRefused(`the questions of ${siteId} are in ${address} already`);
  return placement.split;
}

/** The columns of questions, which must be the same in both databases. */
async function sameColumns(home: pg.Client, site: pg.Client): Promise<string[]> {
  const [atHome, atSite] = await Promise.all([home, site].map(columnsOf));
  if (atHome === undefined || String(atHome) !== String(atSite))
    throw new PlacementRefused("the databases are of different releases: run the migrations");
  return atHome;
}

async function columnsOf(session: pg.Client): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = 'public.questions'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}
