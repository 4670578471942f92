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
  return {
    registry,
    ...traffic(registry),
    ...storage(registry),
    ...notifications(registry),
    operations: new Histogram({
      name: "operation_duration_seconds",
      help: "Parts of the work worth a look of their own: searches, predictions",
      labelNames: ["service", "operation", "outcome"],
      buckets: requestBuckets,
      registers: [registry],
    }),
    ...caches(registry),
  };
}

const caches = (registry: Registry) => ({
  cacheRequests: new Counter({
    name: "cache_requests_total",
    help: "Looks into caches, by whether they held what was asked for",
    labelNames: ["service", "cache", "result"],
    registers: [registry],
  }),
  cacheEvictions: new Counter({
    name: "cache_evictions_total",
    help: "Entries that went because their cache was full",
    labelNames: ["service", "cache"],
    registers: [registry],
  }),
  cacheEntries: new Gauge({
    name: "cache_entries",
    help: "Entries of caches, expired ones included",
    labelNames: ["service", "cache"],
    registers: [registry],
  }),
});

const traffic = (registry: Registry) => ({
  requests: new Histogram({
    name: "http_request_duration_seconds",
    help: "Answered requests, by path template",
    labelNames: ["service", "method", "route", "status"],
    buckets: requestBuckets,
    registers: [registry],
  }),
  inFlight: new Gauge({
    name: "http_requests_in_flight",
    help: "Requests being answered now",
    labelNames: ["service"],
    registers: [registry],
  }),
  rpcClient: new Histogram({
    name: "rpc_client_duration_seconds",
    help: "Calls of other services, as the caller sees them",
    labelNames: ["service", "procedure", "outcome"],
    buckets: requestBuckets,
    registers: [registry],
  }),
  rpcServer: new Histogram({
    name: "rpc_server_duration_seconds",
    help: "Calls by other services, as the called one sees them",
    labelNames: ["service", "procedure", "outcome"],
    buckets: requestBuckets,
    registers: [registry],
  }),
});

const storage = (registry: Registry) => ({
  poolConnections: new Gauge({
    name: "db_pool_connections",
    help: "Connections to the database, by what they do",
    labelNames: ["service", "state"],
    registers: [registry],
  }),
  poolLimit: new Gauge({
    name: "db_pool_max_connections",
    help: "Connections to the database the service may have",
    labelNames: ["service"],
    registers: [registry],
  }),
  poolWaiting: new Gauge({
    name: "db_pool_waiting_requests",
    help: "Queries that wait for a connection",
    labelNames: ["service"],
    registers: [registry],
  }),
  queries: new Histogram({
    name: "db_query_duration_seconds",
    help: "Queries, without their wait for a connection",
    labelNames: ["service", "outcome"],
    buckets: queryBuckets,
    registers: [registry],
  }),
  replicaReads: new Counter({
    name: "db_replica_reads_total",
    help: "Reads that may go to a replica of the database: replica, or why the primary took them",
    labelNames: ["service", "went"],
    registers: [registry],
  }),
  objectOperations: new Histogram({
    name: "object_store_operation_duration_seconds",
    help: "Operations of the object store; of a read, until its first byte",
    labelNames: ["service", "operation", "driver", "outcome"],
    buckets: requestBuckets,
    registers: [registry],
  }),
  objectBytes: new Counter({
    name: "object_store_bytes_total",
    help: "Bytes written to the object store, and of objects opened for reading",
    labelNames: ["service", "operation", "driver"],
    registers: [registry],
  }),
});

const notifications = (registry: Registry) => ({
  outboxWaiting: new Gauge({
    name: "outbox_waiting_events",
    help: "Events not handed over to the gateway yet",
    labelNames: ["service"],
    registers: [registry],
  }),
  outboxAge: new Gauge({
    name: "outbox_oldest_event_age_seconds",
    help: "Age of the oldest event not handed over to the gateway yet; 0 when there is none",
    labelNames: ["service"],
    registers: [registry],
  }),
  deliveries: new Histogram({
    name: "notification_delivery_duration_seconds",
    help: "Attempts to deliver a notification, by how they ended",
    labelNames: ["service", "outcome"],
    buckets: requestBuckets,
    registers: [registry],
  }),
  deliveriesWaiting: new Gauge({
    name: "notification_deliveries_waiting",
    help: "Notifications to deliver: due now, to be tried later, missed",
    labelNames: ["service", "state"],
    registers: [registry],
  }),
});
