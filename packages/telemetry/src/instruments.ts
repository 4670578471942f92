import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const queryBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];

/** All instruments of a process; each series is labeled with its service. */
export type Instruments = ReturnType<typeof createInstruments>;

/** Registers the instruments, and Node's own (event loop, garbage collection, heap) by `processName`. */
export function createInstruments(processName: string) {
  const registry = new Registry();
  // When several services share a process, metrics of the process carry the name of the process.
  registry.setDefaultLabels({ service: processName });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
  const make = makersIn(registry);
  return {
    registry,
    ...traffic(make),
    ...storage(make),
    ...notifications(make),
    ...work(make),
    ...business(make),
  };
}

interface Description<Label extends string> {
  name: string;
  help: string;
  /** Beside `service`. */
  labels?: readonly Label[];
  buckets?: number[];
}

type Makers = ReturnType<typeof makersIn>;

function makersIn(registry: Registry) {
  const described = <Label extends string>({ name, help, labels = [] }: Description<Label>) => ({
    name,
    help,
    labelNames: ["service", ...labels] as const,
    registers: [registry],
  });
  return {
    counter: <Label extends string>(description: Description<Label>) => new Counter(described(description)),
    gauge: <Label extends string = never>(description: Description<Label>) =>
      new Gauge(described(description)),
    /** Of seconds. */
    histogram: <Label extends string>({ buckets = requestBuckets, ...description }: Description<Label>) =>
      new Histogram({ ...described(description), buckets }),
  };
}

const work = ({ counter, gauge, histogram }: Makers) => ({
  operations: histogram({
    name: "operation_duration_seconds",
    help: "Parts of the work worth a look of their own: searches, predictions",
    labels: ["operation", "outcome"],
  }),
  indexItems: gauge({ name: "search_index_items", help: "Items in the search index of the process" }),
  indexLag: gauge({
    name: "search_index_lag_seconds",
    help: "Time since the search index had every change of an item",
  }),
  indexBuilds: gauge({
    name: "search_index_builds",
    help: "How often the search index was built from all items since the start",
  }),
  indexFailedSaves: gauge({
    name: "search_index_failed_saves",
    help: "How often the search index could not be saved since the start",
  }),
  cacheRequests: counter({
    name: "cache_requests_total",
    help: "Looks into caches, by whether they held what was asked for",
    labels: ["cache", "result"],
  }),
  cacheEvictions: counter({
    name: "cache_evictions_total",
    help: "Entries that went because their cache was full",
    labels: ["cache"],
  }),
  cacheEntries: gauge({
    name: "cache_entries",
    help: "Entries of caches, expired ones included",
    labels: ["cache"],
  }),
});

const traffic = ({ gauge, histogram }: Makers) => ({
  requests: histogram({
    name: "http_request_duration_seconds",
    help: "Answered requests, by path template",
    labels: ["method", "route", "status"],
  }),
  inFlight: gauge({ name: "http_requests_in_flight", help: "Requests being answered now" }),
  rpcClient: histogram({
    name: "rpc_client_duration_seconds",
    help: "Calls of other services, as the caller sees them",
    labels: ["procedure", "outcome"],
  }),
  rpcServer: histogram({
    name: "rpc_server_duration_seconds",
    help: "Calls by other services, as the called one sees them",
    labels: ["procedure", "outcome"],
  }),
});

const storage = ({ counter, gauge, histogram }: Makers) => ({
  poolConnections: gauge({
    name: "db_pool_connections",
    help: "Connections to the database, by what they do",
    labels: ["database", "state"],
  }),
  poolLimit: gauge({
    name: "db_pool_max_connections",
    help: "Connections to the database the service may have",
    labels: ["database"],
  }),
  poolWaiting: gauge({
    name: "db_pool_waiting_requests",
    help: "Queries that wait for a connection",
    labels: ["database"],
  }),
  reachable: gauge({
    name: "db_reachable",
    help: "1 when the database answered the scrape within a second, else 0",
    labels: ["database"],
  }),
  queries: histogram({
    name: "db_query_duration_seconds",
    help: "Queries, without their wait for a connection",
    labels: ["outcome"],
    buckets: queryBuckets,
  }),
  replicaReads: counter({
    name: "db_replica_reads_total",
    help: "Reads that may go to a replica of the database: replica, or why the primary took them",
    labels: ["went"],
  }),
  replicaLag: gauge({
    name: "db_replica_lag_seconds",
    help: "How far a read replica is behind the database; left out while that is not known",
  }),
  rateLimitChecks: counter({
    name: "rate_limit_checks_total",
    help: "Requests that a limit shared by gateways counted: shared, or local while that was away",
    labels: ["counted"],
  }),
  objectOperations: histogram({
    name: "object_store_operation_duration_seconds",
    help: "Operations of the object store; of a read, until its first byte",
    labels: ["operation", "driver", "outcome"],
  }),
  objectBytes: counter({
    name: "object_store_bytes_total",
    help: "Bytes written to the object store, and of objects opened for reading",
    labels: ["operation", "driver"],
  }),
});

const notifications = ({ gauge, histogram }: Makers) => ({
  outboxWaiting: gauge({
    name: "outbox_waiting_events",
    help: "Events not handed over to the gateway yet",
    labels: ["database"],
  }),
  outboxAge: gauge({
    name: "outbox_oldest_event_age_seconds",
    help: "Age of the oldest event not handed over to the gateway yet; 0 when there is none",
    labels: ["database"],
  }),
  deliveries: histogram({
    name: "notification_delivery_duration_seconds",
    help: "Attempts to deliver a notification, by how they ended",
    labels: ["outcome"],
  }),
  deliveriesWaiting: gauge({
    name: "notification_deliveries_waiting",
    help: "Notifications to deliver: due now, to be tried later, missed",
    labels: ["state"],
  }),
});

/** What operators look at. Gauges count rows of a database, so that all replicas say the same. */
const business = ({ counter, gauge }: Makers) => ({
  users: gauge({ name: "marketplace_users", help: "Users, about the number from 100 000 on" }),
  questionsWaiting: gauge({
    name: "marketplace_questions_waiting",
    help: "Questions that wait for an operator's review or for the seller's answer, 100 000 at most of each",
    labels: ["for"],
  }),
  orders: counter({ name: "marketplace_orders_total", help: "Orders that this replica created" }),
  uploads: counter({ name: "marketplace_uploads_total", help: "Fiscal documents that this replica stored" }),
  deliveriesFailed: counter({
    name: "marketplace_deliveries_failed_total",
    help: "Notifications that this replica gave up after their last attempt",
  }),
});
