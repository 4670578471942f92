import { createLogger, serveMetrics } from "@marketplace/server";
import { startTelemetry } from "@marketplace/telemetry";
import type { Config } from "../config.ts";
import { StartRefused } from "./start-refused.ts";

export type Observed = Awaited<ReturnType<typeof observe>>;

/** Starts the `/metrics` listener if METRICS_PORT is set, and tracing if OTEL_* is set. */
export async function observe(config: Config) {
  const { metricsPort, metricsHost, logLevel } = config;
  const telemetry = await startTelemetry("marketplace", process.env, { measured: metricsPort !== undefined });
  const served = serveMetrics(telemetry, createLogger("marketplace", logLevel), config);
  const listening = await served.catch((error: Error) => {
    throw new StartRefused(`METRICS_PORT ${metricsPort} on ${metricsHost} cannot be used: ${error.message}`);
  });
  return {
    telemetry,
    async stop() {
      await listening?.close();
      await telemetry.stop();
    },
  };
}
