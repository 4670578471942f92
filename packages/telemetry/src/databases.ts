import type { Instruments } from "./instruments.ts";
import { type Watch, withinSecond } from "./watch.ts";

/** A pool of database connections, as node-postgres describes it. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

export interface OutboxLag {
  count: number;
  /** Age of the oldest event in seconds; 0 when there is none. */
  oldestSeconds: number;
}

/** A site's database. */
export interface SiteState {
  pool: PoolState;
  outbox: () => Promise<OutboxLag>;
}

/** What a service tells of its databases. `home` is that of `DATABASE_URL`, others have their site's name. */
export interface DatabaseWatches {
  watchPool(pool: PoolState): void;
  /** Calls `read` at each scrape; when it fails or takes over a second, the series is left out. */
  watchOutbox(read: () => Promise<OutboxLag>): void;
  /** Asks at each scrape which sites have databases, and each of them as above. */
  watchSites(read: () => ReadonlyMap<string, SiteState>): void;
  /** Seconds that a read replica is behind. */
  watchReplica(read: () => Promise<number>): void;
}

/** The database of `DATABASE_URL`. */
export const home = "home";

export function watchDatabases(service: string, instruments: Instruments, watches: Watch[]): DatabaseWatches {
  const { poolConnections, poolLimit, poolWaiting, outboxWaiting, outboxAge, reachable, replicaLag } =
    instruments;
  const tellPool = (database: string, pool: PoolState) => {
    poolConnections.set({ service, database, state: "idle" }, pool.idleCount);
    poolConnections.set({ service, database, state: "busy" }, pool.totalCount - pool.idleCount);
    poolLimit.set({ service, database }, pool.options.max);
    poolWaiting.set({ service, database }, pool.waitingCount);
  };
  const tellOutbox = async (database: string, read: () => Promise<OutboxLag>) => {
    const lag = await withinSecond(read);
    reachable.set({ service, database }, lag ? 1 : 0);
    if (lag) {
      outboxWaiting.set({ service, database }, lag.count);
      outboxAge.set({ service, database }, lag.oldestSeconds);
    } else forgetOutbox(database);
  };
  const forgetOutbox = (database: string) => {
    outboxWaiting.remove({ service, database });
    outboxAge.remove({ service, database });
  };
  const forget = (database: string) => {
    for (const state of ["idle", "busy"]) poolConnections.remove({ service, database, state });
    for (const gauge of [poolLimit, poolWaiting, reachable]) gauge.remove({ service, database });
    forgetOutbox(database);
  };
  return {
    watchPool: (pool) => void watches.push(() => tellPool(home, pool)),
    watchOutbox: (read) => void watches.push(() => tellOutbox(home, read)),
    watchSites(read) {
      let told: ReadonlyMap<string, SiteState> = new Map();
      watches.push(async () => {
        const sites = read();
        for (const site of told.keys()) if (!sites.has(site)) forget(site);
        told = new Map(sites);
        const looks = [...sites].map(([site, { pool, outbox }]) => {
          tellPool(site, pool);
          return tellOutbox(site, outbox);
        });
        await Promise.all(looks);
      });
    },
    watchReplica(read) {
      watches.push(async () => {
        const seconds = await withinSecond(read);
        if (seconds === undefined) replicaLag.remove({ service });
        else replicaLag.set({ service }, seconds);
      });
    },
  };
}
