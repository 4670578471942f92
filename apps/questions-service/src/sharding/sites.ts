import { setTimeout as delay } from "node:timers/promises";
import type { Conventions, Sites } from "@marketplace/conventions";
import { isUndefinedTable, placementsAt, placeOf, type ShardUrls } from "@marketplace/database";
import type { QuestionsDatabase } from "@marketplace/database/questions";
import { type Logger, repeat } from "@marketplace/server";
import { type Job, openShard, type Shard } from "./shard.ts";

/** What is needed of the dependencies on a database. */
export interface OnDatabase {
  db: QuestionsDatabase;
  log: Logger;
  conventions: Conventions;
  close(): Promise<void>;
}

/** The databases of sites beside the home database (docs/adr/0020-a-site-is-a-shard.md). */
export interface QuestionSites<Deps> extends Sites<Deps> {
  /** The dependencies on the home database, whose repositories gather. */
  readonly home: Deps;
  /** Runs work on one database alone: a site's, or home's. */
  alone<T>(siteId: string | undefined, work: (deps: Deps) => Promise<T>): Promise<T>;
  /** Runs work on every database alone. */
  gather<T>(work: (deps: Deps) => Promise<T>): Promise<T[]>;
  /** Starts the jobs of the sites' databases, of those to come too. */
  startJobs(start: (deps: Deps) => Job): Job;
  close(): Promise<void>;
}

interface SitesParts<Deps> {
  home: Deps;
  urls: ShardUrls;
  open: (url: string) => Deps;
  /** Makes what handlers get of the dependencies on one database. */
  present: (of: Deps, sites: QuestionSites<Deps>) => Deps;
}

/** How long a request waits for a site that is moving, in milliseconds, and how often it looks. */
const patience = { forMs: 10_000, everyMs: 50 };
/** How often placements are read when no request asks for them. */
const lookEveryMs = 1_000;

/** Opens the databases of the sites that have one. */
export async function createSites<Deps extends OnDatabase>({
  home,
  urls,
  open,
  present,
}: SitesParts<Deps>): Promise<QuestionSites<Deps>> {
  const shards = new Map<string, Shard<Deps>>();
  const retired = new Set<Promise<void>>();
  let startJob: ((deps: Deps) => Job) | undefined;
  const place = (siteId: string, address: string) => {
    const before = shards.get(siteId);
    if (before?.address === address) return;
    const url = urls.get(siteId)?.find((each) => placeOf(each) === address);
    if (url === undefined)
      throw new Error(`the questions of ${siteId} are in ${address}: DATABASE_URL_${siteId} must name it`);
    const shard = openShard(address, open(url), (of) => present(of, sites));
    if (startJob) shard.start(startJob);
    shards.set(siteId, shard);
    if (!before) return;
    const closing = before
      .retire()
      .catch((err: unknown) => home.log.warn({ err, siteId }, "a pool did not close"));
    retired.add(closing);
    void closing.then(() => retired.delete(closing));
  };
  let looking: Promise<void> | undefined;
  /** Reads the placements; callers at the same time share it. */
  const look = (): Promise<void> => {
    looking ??= placementsAt(home.db)
      .then((placements) => {
        for (const [siteId, address] of placements) place(siteId, address);
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  const watch = repeat(look, { everyMs: lookEveryMs, log: home.log });
  /** A statement that finds no table has changed nothing: the site is moving, and the work runs again. */
  const inPlace = async <T>(siteId: string, work: (shard: Shard<Deps>) => Promise<T>): Promise<T> => {
    const began = performance.now();
    for (;;) {
      const shard = shards.get(siteId);
      if (!shard) throw new Error(`${siteId} has no database`);
      try {
        return await shard.using(() => work(shard));
      } catch (error) {
        if (!isUndefinedTable(error)) throw error;
        if (performance.now() - began > patience.forMs) throw new SiteMoving(siteId, error);
      }
      await delay(patience.everyMs);
      await look().catch((error: unknown) => {
        throw new SiteMoving(siteId, error);
      });
    }
  };
  const isElsewhere = (siteId: string | undefined): siteId is string =>
    siteId !== undefined && shards.has(siteId);
  const alone: QuestionSites<Deps>["alone"] = (siteId, work) =>
    isElsewhere(siteId) ? inPlace(siteId, ({ own }) => work(own)) : work(home);
  const sites: QuestionSites<Deps> = {
    get home() {
      return atHome;
    },
    on: (siteId, work) =>
      isElsewhere(siteId)
        ? inPlace(siteId, ({ deps }) => work(deps, deps.conventions))
        : work(atHome, atHome.conventions),
    alone,
    gather: (work) => Promise.all([undefined, ...shards.keys()].map((siteId) => alone(siteId, work))),
    startJobs(start) {
      startJob = start;
      for (const shard of shards.values()) shard.start(start);
      return {
        async stop() {
          startJob = undefined;
          await Promise.all([...shards.values()].map((shard) => shard.stop()));
        },
      };
    },
    async close() {
      await watch.stop();
      await Promise.all([...retired, ...[...shards.values()].map((shard) => shard.retire())]);
      await home.close();
    },
  };
  const atHome = present(home, sites);
  await look();
  return sites;
}

/** The kit answers 503: the same request may succeed when the site has moved. */
class SiteMoving extends Error {
  override readonly name = "SiteMoving";
  readonly unavailable = true;
  constructor(siteId: string, cause: unknown) {
    super(`the database of ${siteId} is moving`, { cause });
  }
}
