import type pg from "pg";
import { addressOf } from "../address.ts";
import { migrate } from "../migrate/migrate.ts";
import { inShortAttempts } from "../short-attempts.ts";
import { type ChangeOver, identifyBy, validateGuards, whenAlone } from "./change-over.ts";
import { adoptLearning } from "./foreign-titles.ts";
import { guardsOf } from "./guards.ts";
import { homeRange, idRangeOf } from "./id-ranges.ts";
import { lockOut } from "./lock-out.ts";
import { placementsAt, placeOf } from "./placements.ts";
import { assertFree, PlacementRefused } from "./prepare.ts";
import { withDatabase } from "./reach.ts";
import {
  assertEmpty,
  beginCopy,
  type Ends,
  endCopy,
  removeCopy,
  stopCopy,
  untilCopied,
} from "./replication.ts";
import { limitSequences } from "./sequences.ts";
import { asSource } from "./session-source.ts";
import { type Part, partsOf, type WholeService } from "./whole.ts";

export interface SiteTaking extends ChangeOver {
  /** The address of home as the server of `to` reaches it; `homeUrl` when absent. */
  readonly homeThere?: string | undefined;
  readonly tell?: (step: string) => void;
}

export interface SiteTaken {
  /** The rows that home had of the site. */
  readonly rows: number;
  readonly copySeconds: number;
  /** From the last session of a service to when they may start. */
  readonly secondsAlone: number;
}

const nameOf = (service: WholeService, siteId: string) => `take_${service}_${siteId.toLowerCase()}`;

/** Whether a site is at home, or was when a run ended before it had removed its copy. */
export const mayBeTaken = (homeUrl: string, service: WholeService, siteId: string): Promise<boolean> =>
  withDatabase(homeUrl, async (home) => {
    const { rowCount } = await home.query("SELECT FROM pg_publication WHERE pubname = $1", [
      nameOf(service, siteId),
    ]);
    return rowCount !== 0 || !(await placementsAt(asSource(home))).has(siteId);
  });

/**
 * Takes all that a site has at home to a database of its own. It is copied while the services work; then it
 * waits until all of them are stopped, and deletes it at home. Until that is committed everything stays as it
 * was. May be interrupted at any time and given again; gives nothing when an earlier run had taken the site.
 * Throws PlacementRefused.
 */
export async function takeSite(taking: SiteTaking): Promise<SiteTaken | undefined> {
  const { service, homeUrl, siteId, to } = taking;
  if (addressOf(to).pooled || addressOf(homeUrl).pooled)
    throw new PlacementRefused("name the servers themselves: behind a pooler no session holds a lock");
  return withDatabase(homeUrl, async (source) => {
    await assertFree(asSource(source), siteId, to, homeUrl);
    await withDatabase(to, async () => {});
    await migrate({ url: to, service });
    return withDatabase(to, async (target) => {
      for (const session of [source, target]) await session.query("SET statement_timeout = 0");
      await lockOut(source);
      return run(taking, { source, target });
    });
  });
}

async function run(taking: SiteTaking, ends: Ends): Promise<SiteTaken | undefined> {
  const { service, siteId, homeUrl, homeThere = homeUrl, tell = () => {} } = taking;
  const { withinMs = 24 * 3_600_000 } = taking;
  const { source, target } = ends;
  const name = nameOf(service, siteId);
  if (await wasTaken(taking, ends)) {
    await finish(name, taking, ends);
    tell(`was taken before: start every ${service}-service with DATABASE_URL_${siteId}`);
    return undefined;
  }
  const parts = partsOf(service, siteId);
  const tables = parts.map(({ table }) => table);
  await assertAllTaken(taking, parts, source);
  await removeCopy(name, ends, { copied: tables });
  await assertEmpty(target, tables);
  await limitSequences(source, service, homeRange);
  await limitSequences(target, service, idRangeOf(siteId));
  const began = performance.now();
  tell(`copying ${tables.length} tables`);
  try {
    await inShortAttempts(source, () => identifyBy("FULL", parts, source));
    const published = parts.map(({ table, isOfSite }) =>
      isOfSite === undefined ? table : `${table} WHERE (${isOfSite})`,
    );
    await beginCopy(name, { source, target, tables: published, address: homeThere });
    await untilCopied(name, ends, withinMs);
    // Most of it now, so that little is left for when the services are stopped.
    await adoptLearning(target);
    const copySeconds = (performance.now() - began) / 1_000;
    tell(`copied in ${copySeconds.toFixed(1)} s; stop every ${service}-service now`);
    const { rows, secondsAlone } = await whenAlone(name, taking, ends);
    tell(`at home it is deleted, in ${secondsAlone.toFixed(1)} s; start them with DATABASE_URL_${siteId}`);
    await finish(name, taking, ends);
    return { rows, copySeconds, secondsAlone };
  } catch (error) {
    // Only what the site does not use; this session knows, for it would have changed the placement.
    if (!(await placementsAt(asSource(source))).has(siteId)) {
      await removeCopy(name, ends, { copied: tables, left: true });
      await inShortAttempts(source, () => identifyBy("DEFAULT", parts, source));
    }
    throw error;
  }
}

/** Whether an earlier run, which ended after it had placed the site, has taken it to this database. */
async function wasTaken({ service, siteId, to }: SiteTaking, { source }: Ends): Promise<boolean> {
  const placed = (await placementsAt(asSource(source))).get(siteId);
  if (placed && placed.address !== placeOf(to))
    throw new PlacementRefused(`the ${service} of ${siteId} is in ${placed.address} already`);
  return placed !== undefined;
}

/**
 * The slot goes first: when the constraints cannot be checked, home's log would grow until its disk is full.
 * The copy's end is last: while its publication is there, the command that is given again comes here.
 */
async function finish(name: string, taking: SiteTaking, ends: Ends): Promise<void> {
  await stopCopy(name, ends);
  await validateGuards(ends.source, taking);
  await endCopy(name, ends);
}

/** Throws PlacementRefused when a row of the site would stay at home: one whose id does not name the site. */
async function assertAllTaken({ service, siteId }: SiteTaking, parts: readonly Part[], source: pg.Client) {
  for (const { table, isOther } of guardsOf(siteId, service)) {
    const isTaken = parts.find((part) => part.table === table)?.isOfSite ?? "false";
    const { rowCount } = await source.query(
      `SELECT FROM ${table} WHERE NOT (${isOther}) AND NOT (${isTaken}) LIMIT 1`,
    );
    if (rowCount !== 0)
      throw new PlacementRefused(`home has rows of ${siteId} in ${table} whose id does not say it`);
  }
}
