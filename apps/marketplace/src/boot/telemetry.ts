import { createLogger, serveMetrics } from "@marketplace/server";
import { startTelemetry } from "@marketplace/telemetry";
import type { Config } from "../config.ts";
import { StartRefused } from "./start-refused.ts";

export type ServedTelemetry = Awaited<ReturnType<typeof serveTelemetry>>;

/** Starts the `/metrics` listener if METRICS_PORT is set, and tracing if OTEL_* is set. */
export async function serveTelemetry(config: Config) {
  const { metricsPort, metricsHost, logLevel } = config;
  const telemetry = await startTelemetry("marketplace", process.env, { measured: metricsPort !== undefined });
  const starting = serveMetrics(telemetry, createLogger("marketplace", logLevel), config);
  const listening = await starting.catch((error: Error) => {
    throw new StartRefused(`METRICS_PORT ${metricsPort} on ${metricsHost} cannot be used: ${error.message}`);
  });
  return {
    ofProcess: telemetry,
    async stop() {
      await listening?.close();
      await telemetry.stop();
    },
  };
}
