import { setTimeout as delay } from "node:timers/promises";
import type { Conventions, RowsOfSite, Sites } from "@marketplace/conventions";
import { isOutOfPlace, isUndefinedTable, type ShardUrls, type Source, siteOfId } from "@marketplace/database";
import type { Logger } from "@marketplace/server";
import { observeQueries, type Telemetry } from "@marketplace/telemetry";
import { isAfterChange } from "./at-site.ts";
import { whereFound } from "./found-rows.ts";
import { type KnownPlaces, watchPlaces } from "./known-places.ts";
import { type OneDatabase, statesOf } from "./outboxes.ts";
import type { Job } from "./shard.ts";

/** What is needed of the dependencies on a database. */
export interface OnDatabase extends OneDatabase {
  db: Pick<Source, "query"> & OneDatabase["db"];
  log: Logger;
  telemetry: Telemetry;
  conventions: Conventions;
  close(): Promise<void>;
}

/** The databases of sites beside the home database (docs/adr/0020-a-site-is-a-shard.md). */
export interface SiteDatabases<Deps> extends Sites<Deps> {
  /** The dependencies on the home database, whose repositories read from all databases. */
  readonly home: Deps;
  /** Whether rows of the site are on their way from home. */
  isMoving(siteId: string): boolean;
  /** Whether one database has all rows of the site, and will have them for longer than a request takes. */
  isSettled(siteId: string): boolean;
  /** Whether the site had rows at home. */
  wasAtHome(siteId: string): boolean;
  /** Runs work on one database alone: a site's, or home's. */
  alone<T>(siteId: string | undefined, work: (deps: Deps) => Promise<T>): Promise<T>;
  /** Fan-out: reads from each database alone, or from those that may have rows of one site. */
  fanOut<T>(work: (deps: Deps) => Promise<T>, siteId?: string): Promise<T[]>;
  /** The sites that may have what home has not, of rows with ids of home's. To be asked after home. */
  afterHome(): Promise<string[]>;
  /** The dependencies on each site's database, as they are now. */
  opened(): ReadonlyMap<string, Deps>;
  /** Starts the jobs of the sites' databases, of those to come too. */
  startJobs(start: (deps: Deps, siteId: string) => Job): Job;
  close(): Promise<void>;
}

interface SitesParts<Deps> {
  home: Deps;
  urls: ShardUrls;
  open: (url: string, siteId: string) => Deps;
  /** Makes what handlers get of the dependencies on one database: a site's, or home's. */
  present: (of: Deps, sites: SiteDatabases<Deps>, siteId?: string) => Deps;
  /** Whether a database has the row of a key that is a number; for rows that were split off. */
  holds?: (of: Deps, id: number) => Promise<boolean>;
}

/** A way to dependencies: those on one database alone, or those that handlers get. */
type Form = "own" | "deps";

/** A site, or home; or how to find out, before each attempt. */
type Where = string | undefined | (() => Promise<string | undefined>);

/** How long a request waits for a site that is moving, in milliseconds, and how often it looks. */
const moveWait = { forMs: 10_000, everyMs: 50 };

/** Opens the databases of the sites that have one, with their metrics. */
export async function createSites<Deps extends OnDatabase>(
  parts: SitesParts<Deps>,
): Promise<SiteDatabases<Deps>> {
  const { home, urls, open, present, holds = async () => false } = parts;
  const places = watchPlaces<Deps>({
    db: home.db,
    log: home.log,
    urls,
    open(url, siteId) {
      const own = open(url, siteId);
      observeQueries(own.db.pool, own.telemetry);
      return own;
    },
    present: (of, siteId) => present(of, sites, siteId),
  });
  const { run, hasDatabase } = runnerOf(places, {
    own: home,
    get deps() {
      return atHome;
    },
  });
  const alone: SiteDatabases<Deps>["alone"] = (siteId, work) => run(siteId, "own", work);
  const afterHome = async () => {
    await places.fresh();
    return places.sitesOfHomeIds();
  };
  const others = async (id: number | undefined) => {
    const splitOff = await afterHome();
    return id === undefined ? [...places.shards.keys()] : splitOff;
  };
  /** Home first: a row leaves it after it was stored elsewhere. */
  const databasesOf = (siteId?: string): { first: (string | undefined)[]; after: string[] } => {
    if (siteId === undefined) {
      const all = [...places.shards.keys()];
      return places.unsettled()
        ? { first: [undefined], after: all }
        : { first: [undefined, ...all], after: [] };
    }
    if (!hasDatabase(siteId)) return { first: [undefined], after: [] };
    return sites.isMoving(siteId) ? { first: [undefined], after: [siteId] } : { first: [siteId], after: [] };
  };
  /** Works at home while home has the rows; again, when it turns out that they have left meanwhile. */
  const wherever = async <T>(
    { siteId, areIn }: RowsOfSite<Deps>,
    perform: (where: Where, waits: "for new rows") => Promise<T>,
  ): Promise<T> => {
    let areHome = false;
    const look = async () => {
      areHome = sites.isMoving(siteId) && (await alone(undefined, areIn));
      return areHome ? undefined : siteId;
    };
    for (;;) {
      const before = await places.fresh();
      try {
        return await perform(look, "for new rows");
      } catch (error) {
        if (isAfterChange(error)) throw error;
        const left = areHome && !(await alone(undefined, areIn));
        if (!left && (await places.fresh()) === before) throw error;
      }
    }
  };
  const sites: SiteDatabases<Deps> = {
    get home() {
      return atHome;
    },
    async on(key, work) {
      await places.fresh();
      const perform = (where: Where, waits?: "for new rows") =>
        run(where, "deps", (deps) => work(deps, deps.conventions), waits);
      const rows = typeof key === "number" ? { id: key, areIn: (of: Deps) => holds(of, key) } : key;
      if (typeof rows !== "object") return perform(rows, "for new rows");
      if ("siteId" in rows) return wherever(rows, perform);
      const siteId = rows.id === undefined ? undefined : siteOfId(rows.id);
      if (siteId !== undefined) return perform(siteId);
      return whereFound(rows, { alone, others, unsettled: places.unsettled }, perform);
    },
    isMoving: (siteId) => ["opening", "moving"].includes(places.splitOf(siteId) ?? ""),
    isSettled: (siteId) => [undefined, "done"].includes(places.splitOf(siteId)),
    wasAtHome: (siteId) => places.splitOf(siteId) !== undefined,
    alone,
    async fanOut(work, siteId) {
      for (;;) {
        const before = await places.fresh();
        const { first, after } = databasesOf(siteId);
        const some = await Promise.all(first.map((one) => alone(one, work)));
        const more = await Promise.all(after.map((one) => alone(one, work)));
        // Rows that were on their way meanwhile to where nobody looked.
        if ((await places.fresh()) === before) return [...some, ...more];
      }
    },
    afterHome,
    opened: () => new Map([...places.shards].map(([siteId, { own }]) => [siteId, own])),
    startJobs: (start) => places.startJobs(start),
    async close() {
      await places.close();
      await home.close();
    },
  };
  const atHome = present(home, sites);
  await places.look();
  home.telemetry.metrics.watchSites(() => statesOf(sites.opened()));
  return sites;
}

/** Runs work where a site is, again when it turns out to be elsewhere. */
function runnerOf<Deps>(places: KnownPlaces<Deps>, home: Readonly<Record<Form, Deps>>) {
  const hasDatabase = (siteId: string | undefined): siteId is string =>
    siteId !== undefined && places.shards.has(siteId);
  /** `undefined` for a site that takes no new rows for a moment. */
  const once = <T>(siteId: string | undefined, form: Form, work: (deps: Deps) => Promise<T>): Promise<T> => {
    const shard = hasDatabase(siteId) ? places.shards.get(siteId) : undefined;
    return shard ? shard.using(() => work(shard[form])) : work(home[form]);
  };
  const run = async <T>(
    where: Where,
    form: Form,
    work: (deps: Deps) => Promise<T>,
    waits?: "for new rows",
  ): Promise<T> => {
    const began = performance.now();
    for (;;) {
      let why: unknown;
      let hasMoved = false;
      const siteId = typeof where === "function" ? await where() : where;
      const closed = waits && siteId !== undefined && places.splitOf(siteId) === "opening";
      if (!closed)
        try {
          return await once(siteId, form, work);
        } catch (error) {
          // Such a statement has changed nothing, and the work runs again. One that finds no table: a site is
          // moving. One whose row has no place at home: it began before the site was split off.
          const mayMove = hasDatabase(siteId) || places.unsettled();
          hasMoved = siteId !== undefined && isOutOfPlace(error, siteId);
          if (!(hasMoved || (isUndefinedTable(error) && mayMove)) || isAfterChange(error)) throw error;
          why = error;
        }
      if (performance.now() - began > moveWait.forMs) throw new SiteMoving(siteId, why);
      await delay(moveWait.everyMs);
      await places.look().catch((error: unknown) => {
        // Waiting does not help a process that was not told the site's new address; an outage says so itself.
        throw hasMoved ? error : new SiteMoving(siteId, error);
      });
    }
  };
  return { run, hasDatabase };
}

/** The kit answers 503: the same request may succeed when the site has moved. */
class SiteMoving extends Error {
  override readonly name = "SiteMoving";
  readonly unavailable = true;
  constructor(siteId: string | undefined, cause: unknown) {
    super(`the database of ${siteId ?? "a site"} is moving`, { cause });
  }
}
