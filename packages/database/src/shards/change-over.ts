import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { withSession } from "../connection.ts";
import { inShortAttempts } from "../short-attempts.ts";
import { adoptLearning } from "./foreign-titles.ts";
import { addGuard, guardsOf } from "./guards.ts";
import { placeOf } from "./placements.ts";
import { PlacementRefused } from "./prepare.ts";
import { type Ends, pauseCopy, pendingBytes, untilHas } from "./replication.ts";
import { copySequences } from "./sequences.ts";
import { numbered, type Part, partsOf, type WholeService } from "./whole.ts";

/** A site whose rows are copied, and leave home when nobody uses it. */
export interface ChangeOver {
  readonly service: WholeService;
  /** For the owner of the home database, who must have REPLICATION. */
  readonly homeUrl: string;
  readonly siteId: string;
  /** An empty database on another server, for its owner, who must be in pg_create_subscription. */
  readonly to: string;
  /** How long the copy may take, and then the services to stop; a day each by default. */
  readonly withinMs?: number;
}

/** What the new database may lack when the services are gone. */
const nearEnoughBytes = 1_000_000;
const catchUpWithinMs = 60_000;

/** A row filter sees the columns by which a row is identified: the primary key, or with FULL all. */
export async function identifyBy(
  how: "FULL" | "DEFAULT",
  parts: readonly Part[],
  source: pg.Client,
): Promise<void> {
  for (const { table, isIdentified } of parts)
    if (!isIdentified) await source.query(`ALTER TABLE ${table} REPLICA IDENTITY ${how}`);
}

/** Sessions of the services, which are of the same role as this one's. */
const othersAtHome = `SELECT count(*)::int AS others FROM pg_stat_activity
  WHERE datname = current_database() AND usename = current_user AND backend_type = 'client backend'
    AND pid <> pg_backend_pid() AND pid <> $1`;

const isAlone = async (source: pg.Client, watch = 0): Promise<boolean> =>
  (await source.query<{ others: number }>(othersAtHome, [watch])).rows[0]?.others === 0;

/** Waits until no process of the service is connected to home, and then changes over. */
export async function whenAlone(name: string, taking: ChangeOver, ends: Ends) {
  const { withinMs = 24 * 3_600_000 } = taking;
  const { source } = ends;
  const began = performance.now();
  while (performance.now() - began < withinMs) {
    if ((await isAlone(source)) && (await pendingBytes(name, source)) < nearEnoughBytes) {
      const aloneAt = performance.now();
      const rows = await changeOver(name, taking, ends);
      if (rows !== undefined) return { rows, secondsAlone: (performance.now() - aloneAt) / 1_000 };
    }
    await delay(100);
  }
  throw new PlacementRefused("the services were not stopped in time");
}

/**
 * Deletes what is copied, and places the site, in one transaction. `undefined`, with nothing done, when a
 * service came back.
 */
const changeOver = (
  name: string,
  taking: ChangeOver,
  { source, target }: Ends,
): Promise<number | undefined> =>
  withSession(taking.homeUrl, async (watch) => {
    const { service, siteId, to } = taking;
    const parts = partsOf(service, siteId);
    const [self] = (await watch.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows;
    return inShortAttempts(source, async () => {
      await source.query(`LOCK TABLE ${parts.map(({ table }) => table).join(", ")} IN ACCESS EXCLUSIVE MODE`);
      if (!(await isAlone(source, self?.pid))) return undefined;
      await untilHas(name, watch, catchUpWithinMs);
      // From here on the copy gets nothing more: not what is deleted.
      await pauseCopy(name, { source: watch, target });
      await adoptLearning(target);
      await copySequences(source, target, { schemas: ["public"], only: numbered });
      let count = 0;
      for (const { table, isOfSite } of parts)
        if (isOfSite !== undefined)
          count += (await source.query(`DELETE FROM ${table} WHERE ${isOfSite}`)).rowCount ?? 0;
      await identifyBy("DEFAULT", parts, source);
      for (const guard of guardsOf(siteId, service)) await addGuard(source, guard);
      await source.query("INSERT INTO site_placements (site_id, address) VALUES ($1, $2)", [
        siteId,
        placeOf(to),
      ]);
      return count;
    });
  });

/** Reads what is left at home, while others may write: it has no row of the site. */
export async function validateGuards(source: pg.Client, { service, siteId }: ChangeOver): Promise<void> {
  for (const { table, constraint } of guardsOf(siteId, service))
    await source.query(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${constraint}`);
}
