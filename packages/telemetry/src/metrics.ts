import { type Business, businessMetrics } from "./business.ts";
import { type DatabaseWatches, home, watchDatabases } from "./databases.ts";
import { createInstruments, type Instruments } from "./instruments.ts";
import { type Count, countsOf, seriesOf } from "./observers.ts";
import { type Watch, withinSecond } from "./watch.ts";

/** The outcome of an operation; `unavailable` when a dependency was down. */
export type Outcome = "ok" | "error" | "unavailable";

/** A search index and how well it follows the items. */
export interface SearchIndexState {
  items: number;
  /** Time since it had every change. */
  lagSeconds: number;
  /** How often it was built from all items. */
  builds: number;
  /** How often it could not be saved. */
  failedSaves: number;
}

export interface ObjectOperation {
  operation: string;
  driver: string;
  outcome: Outcome;
  seconds: number;
  bytes?: number;
}

export interface CacheMetrics {
  hit: Count;
  miss: Count;
  /** An entry that was dropped because the cache was full. */
  eviction: Count;
  /** `read` returns the number of entries at each scrape. */
  watchEntries(read: () => number): void;
}

/** The metrics of a service; durations in seconds. */
export interface Metrics extends DatabaseWatches {
  requestBegan(): void;
  requestEnded(): void;
  /** An answered request; `route` is the path template or another word of a small set. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void;
  rpc(side: "client" | "server", procedure: string, ended: { outcome: Outcome; seconds: number }): void;
  query(outcome: Outcome, seconds: number): void;
  operation(operation: string, ended: { outcome: Outcome; seconds: number }): void;
  objectStore(operation: ObjectOperation): void;
  delivery(outcome: "acknowledged" | "failed", seconds: number): void;
  cache(name: string): CacheMetrics;
  /** A read that may go to a replica; `went` is `replica`, or why it did not. */
  replicaRead(went: string): void;
  /** A request that all gateways counted together, or this one alone while the shared counter was away. */
  rateLimitCheck(counted: "shared" | "local"): void;
  /** Calls `read` at each scrape; when it fails or takes over a second, the series is left out. */
  watchDeliveries(read: () => Promise<Readonly<Record<string, number>>>): void;
  watchSearchIndex(read: () => SearchIndexState): void;
  business: Business;
}

export interface ProcessMetrics {
  of(service: string): Metrics;
  /** The answer of `/metrics`, in the text format of Prometheus. */
  exposition(): Promise<Exposition>;
}

export interface Exposition {
  contentType: string;
  text: string;
}

export function createMetrics(processName: string): ProcessMetrics {
  const instruments = createInstruments(processName);
  const watches: Watch[] = [];
  return {
    of: (service) => serviceMetrics(service, instruments, watches),
    async exposition() {
      await Promise.all(watches.map((watch) => watch()));
      const { registry } = instruments;
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** The methods of HTTP; a client can invent others, and each would be a series. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function serviceMetrics(service: string, instruments: Instruments, watches: Watch[]): Metrics {
  const requests = seriesOf(instruments.requests);
  const rpc = { client: seriesOf(instruments.rpcClient), server: seriesOf(instruments.rpcServer) };
  const queries = seriesOf(instruments.queries);
  const operations = seriesOf(instruments.operations);
  const objects = seriesOf(instruments.objectOperations);
  const bytesOf = countsOf(instruments.objectBytes);
  const deliveries = seriesOf(instruments.deliveries);
  const caches = countsOf(instruments.cacheRequests);
  const evictions = countsOf(instruments.cacheEvictions);
  const replicaReads = countsOf(instruments.replicaReads);
  const rateLimitChecks = countsOf(instruments.rateLimitChecks);
  let inFlight = 0;
  watches.push(() => instruments.inFlight.set({ service }, inFlight));
  return {
    requestBegan: () => void inFlight++,
    requestEnded: () => void inFlight--,
    answered({ method, route, status, seconds }) {
      requests(service, methods.has(method) ? method : "other", route, String(status)).observe(seconds);
    },
    rpc: (side, procedure, { outcome, seconds }) => rpc[side](service, procedure, outcome).observe(seconds),
    query: (outcome, seconds) => queries(service, outcome).observe(seconds),
    operation: (operation, { outcome, seconds }) => operations(service, operation, outcome).observe(seconds),
    objectStore({ operation, driver, outcome, seconds, bytes = 0 }) {
      objects(service, operation, driver, outcome).observe(seconds);
      if (bytes > 0) bytesOf(service, operation, driver).inc(bytes);
    },
    delivery: (outcome, seconds) => deliveries(service, outcome).observe(seconds),
    cache: (cache) => ({
      hit: caches(service, cache, "hit"),
      miss: caches(service, cache, "miss"),
      eviction: evictions(service, cache),
      watchEntries(read) {
        watches.push(() => instruments.cacheEntries.set({ service, cache }, read()));
      },
    }),
    replicaRead: (went) => replicaReads(service, went).inc(),
    rateLimitCheck: (counted) => rateLimitChecks(service, counted).inc(),
    ...watchDatabases(service, instruments, watches),
    ...watching(service, instruments, watches),
    business: businessMetrics(service, instruments, watches),
  };
}

function watching(service: string, instruments: Instruments, watches: Watch[]) {
  const { deliveriesWaiting, reachable } = instruments;
  return {
    watchSearchIndex(read: () => SearchIndexState) {
      watches.push(() => {
        const { items, lagSeconds, builds, failedSaves } = read();
        instruments.indexItems.set({ service }, items);
        instruments.indexLag.set({ service }, lagSeconds);
        instruments.indexBuilds.set({ service }, builds);
        instruments.indexFailedSaves.set({ service }, failedSaves);
      });
    },
    watchDeliveries(read: () => Promise<Readonly<Record<string, number>>>) {
      watches.push(async () => {
        const states = await withinSecond(read);
        // The gateway has no outbox, by which the other services tell this.
        reachable.set({ service, database: home }, states ? 1 : 0);
        deliveriesWaiting.reset();
        for (const [state, count] of Object.entries(states ?? {}))
          deliveriesWaiting.set({ service, state }, count);
      });
    },
  };
}
