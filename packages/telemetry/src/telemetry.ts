import type { Tracer } from "@opentelemetry/api";
import { createMetrics, type Exposition, type Metrics } from "./metrics.ts";
import { startTracing } from "./start-tracing.ts";
import type { Environment } from "./tracing.ts";

export interface Telemetry {
  metrics: Metrics;
  /** Absent while tracing is off. */
  tracer: Tracer | undefined;
  /** The answer of `/metrics`; absent without metrics. */
  exposition: (() => Promise<Exposition>) | undefined;
}

/** Metrics and traces of a process: one registry, one exporter. */
export interface ProcessTelemetry {
  /** The telemetry of one service in the process; the same object at every call. */
  of(service: string): Telemetry;
  exposition: Telemetry["exposition"];
  /** Exports the remaining traces. */
  stop(): Promise<void>;
}

interface Wanted {
  /** Whether metrics are exposed; true when absent. */
  measured?: boolean;
}

/** Starts the telemetry of a process; the standard OTEL_ variables of `env` switch tracing on. */
export async function startTelemetry(
  processName: string,
  env: Environment,
  { measured = true }: Wanted = {},
): Promise<ProcessTelemetry> {
  const tracing = await startTracing(env);
  const process = measured ? createMetrics(processName) : undefined;
  const exposition = process?.exposition;
  const known = new Map<string, Telemetry>();
  return {
    of(service) {
      const telemetry = known.get(service) ?? {
        metrics: process?.of(service) ?? silentMetrics,
        tracer: tracing?.tracerOf(service),
        exposition,
      };
      known.set(service, telemetry);
      return telemetry;
    },
    exposition,
    stop: async () => tracing?.stop(),
  };
}

const nothing = () => {};
const uncounted = { inc: nothing };

const silentMetrics: Metrics = {
  requestBegan: nothing,
  requestEnded: nothing,
  answered: nothing,
  rpc: nothing,
  query: nothing,
  operation: nothing,
  objectStore: nothing,
  delivery: nothing,
  cache: () => ({ hit: uncounted, miss: uncounted, eviction: uncounted, watchEntries: nothing }),
  replicaRead: nothing,
  rateLimitCheck: nothing,
  watchPool: nothing,
  watchOutbox: nothing,
  watchSites: nothing,
  watchReplica: nothing,
  watchDeliveries: nothing,
  watchSearchIndex: nothing,
  business: {
    order: uncounted,
    upload: uncounted,
    deliveryFailed: uncounted,
    watchUsers: nothing,
    watchQuestions: nothing,
  },
};

export const silentTelemetry = (): Telemetry => ({
  metrics: silentMetrics,
  tracer: undefined,
  exposition: undefined,
});
