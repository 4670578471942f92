import {
  isSplitting,
  type Placement,
  placementsAt,
  placementsLeaseMs,
  placeOf,
  type ShardUrls,
  type Source,
  type SplitState,
} from "@marketplace/database";
import { type Logger, repeat } from "@marketplace/server";
import { type Job, openShard, type Shard } from "./shard.ts";

/** What a process knows of where sites are, and the databases that it has open for them. */
export interface KnownPlaces<Deps> {
  /** The databases of sites by their sites. One whose rows are all at home is not in it. */
  readonly shards: ReadonlyMap<string, Shard<Deps>>;
  /** How far a site that had rows at home is; `undefined` for other sites. */
  splitOf(siteId: string): SplitState | undefined;
  /** The sites whose databases have, or get, ids of home's range. */
  sitesOfHomeIds(): string[];
  /** Whether a site may be split off before the next look. */
  unsettled(): boolean;
  /** Reads the placements. Callers at the same time share it. */
  look(): Promise<void>;
  /** Reads the placements when what is known is too old to work by; gives the number of the last change. */
  fresh(): Promise<number>;
  startJobs(start: (deps: Deps, siteId: string) => Job): Job;
  close(): Promise<void>;
}

interface Parts<Deps> {
  db: Pick<Source, "query">;
  log: Logger;
  urls: ShardUrls;
  open: (url: string, siteId: string) => Deps;
  present: (of: Deps, siteId: string) => Deps;
}

/** How often placements are read when no request asks for them. */
const lookEveryMs = 1_000;

/** Keeps up with where sites are, and opens their databases; what it knows begins with the first look. */
export function watchPlaces<Deps extends { close(): Promise<void> }>(parts: Parts<Deps>): KnownPlaces<Deps> {
  const { db, log } = parts;
  const shards = new Map<string, Shard<Deps>>();
  const retired = new Set<Promise<void>>();
  let known: ReadonlyMap<string, Placement> = new Map();
  let isUnsettled = false;
  let knownSince = Number.NEGATIVE_INFINITY;
  let changes = 0;
  let startJob: ((deps: Deps, siteId: string) => Job) | undefined;
  const startAt = (shard: Shard<Deps>, siteId: string) => {
    const start = startJob;
    if (start) shard.start((deps) => start(deps, siteId));
  };
  const place = (siteId: string, address: string) => {
    const before = shards.get(siteId);
    if (before?.address === address) return;
    const own = parts.open(urlOf(parts.urls, siteId, address), siteId);
    const shard = openShard(address, own, (of) => parts.present(of, siteId));
    startAt(shard, siteId);
    shards.set(siteId, shard);
    if (!before) return;
    const closing = before
      .retire()
      .catch((err: unknown) => log.warn({ err, siteId }, "a pool did not close"));
    retired.add(closing);
    void closing.then(() => retired.delete(closing));
  };
  const take = (placements: ReadonlyMap<string, Placement>) => {
    for (const [siteId, { address, split }] of placements) {
      if (split === "prepared") urlOf(parts.urls, siteId, address);
      else place(siteId, address);
    }
    if (textOf(placements) !== textOf(known)) changes += 1;
    known = placements;
    isUnsettled = [...placements.values()].some(isSplitting);
  };
  let looking: Promise<void> | undefined;
  const look = (): Promise<void> => {
    const began = performance.now();
    looking ??= placementsAt(db)
      .then((placements) => {
        take(placements);
        knownSince = began;
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  const watch = repeat(look, { everyMs: lookEveryMs, log });
  return {
    shards,
    splitOf: (siteId) => known.get(siteId)?.split,
    sitesOfHomeIds: () => [...shards.keys()].filter((siteId) => known.get(siteId)?.split !== undefined),
    unsettled: () => isUnsettled,
    look,
    async fresh() {
      const oldest = performance.now() - placementsLeaseMs;
      // A look that is under way may have begun too early; the next one has not.
      while (isUnsettled && knownSince < oldest) await look();
      return changes;
    },
    startJobs(start) {
      startJob = start;
      for (const [siteId, shard] of shards) startAt(shard, siteId);
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
    },
  };
}

function urlOf(urls: ShardUrls, siteId: string, address: string): string {
  const url = urls.get(siteId)?.find((each) => placeOf(each) === address);
  if (url !== undefined) return url;
  throw new Error(`the rows of ${siteId} are in ${address}: DATABASE_URL_${siteId} must name it`);
}

const textOf = (placements: ReadonlyMap<string, Placement>): string =>
  JSON.stringify([...placements].sort(([one], [other]) => (one < other ? -1 : 1)));
