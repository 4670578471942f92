import type { Tracer } from "@opentelemetry/api";
import { createMetrics, type Exposition, type Metrics } from "./metrics.ts";
import { type Environment, startTracing } from "./tracing.ts";

/** By what one service is watched. */
export interface Telemetry {
  metrics: Metrics;
  /** Absent while tracing is off. */
  tracer: Tracer | undefined;
  /** What `/metrics` answers; absent where nothing is measured. */
  exposition: (() => Promise<Exposition>) | undefined;
}

/** By what a process is watched: one registry, one way out for traces. */
export interface ProcessTelemetry {
  /** Of one service in it: the same at every call. */
  of(service: string): Telemetry;
  exposition: Telemetry["exposition"];
  /** Sends the traces that are left. */
  stop(): Promise<void>;
}

interface Wanted {
  /** Whether anybody can read metrics; true when absent. */
  measured?: boolean;
}

/** Opens telemetry of a process with this name; the standard OTEL_ variables of `env` switch tracing on. */
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
  ...{ requestBegan: nothing, requestEnded: nothing, answered: nothing, rpc: nothing, query: nothing },
  ...{ operation: nothing, objectStore: nothing, delivery: nothing },
  cache: () => ({ hit: uncounted, miss: uncounted, eviction: uncounted, watchEntries: nothing }),
  replicaRead: nothing,
  ...{ watchPool: nothing, watchOutbox: nothing, watchDeliveries: nothing },
};

/** Telemetry that measures and tells nothing. */
export const silentTelemetry = (): Telemetry => ({
  metrics: silentMetrics,
  tracer: undefined,
  exposition: undefined,
});
