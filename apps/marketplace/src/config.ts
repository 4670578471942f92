import { isAbsolute, resolve } from "node:path";
import { readLimits, type ServerLimits } from "@marketplace/conventions";
import { z } from "zod";
import { StartRefused } from "./boot/start-refused.ts";

const port = z
  .string()
  .regex(/^\d{1,5}$/, "must be an integer from 0 to 65535")
  .transform(Number)
  .refine((value) => value <= 65_535, "must be an integer from 0 to 65535");

const Environment = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default(".data"),
  SEED: z.enum(["demo", "none"]).default("demo"),
  JSONP: z.enum(["on", "off"]).default("on"),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  SHUTDOWN_DELAY_MS: z.coerce.number().int().min(0).max(300_000).default(0),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("warn"),
});

/** How to run the product in one process. */
export interface Config {
  port: number;
  host: string;
  /** Absolute path of everything that must survive a restart. */
  dataDir: string;
  seed: "demo" | "none";
  jsonp: "on" | "off";
  logLevel: string;
  /** Where `/metrics` is served; nowhere without a port. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** How long it goes on serving after the signal to stop, already not ready; in milliseconds. */
  shutdownDelayMs: number;
  /** Timeouts and limits of the address that clients see. */
  limits: ServerLimits;
}

/** Reads the environment; refuses with every problem on one line. A relative DATA_DIR lies below `base`. */
export function readConfig(env: NodeJS.ProcessEnv, base: string): Config {
  // A variable that is set to nothing is not set: shells and compose files cannot always leave one out.
  const result = Environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== "")),
  );
  if (!result.success) {
    const faults = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new StartRefused(`Invalid configuration: ${faults.join("; ")}`);
  }
  const { PORT, HOST, DATA_DIR, SEED, JSONP, LOG_LEVEL } = result.data;
  const { METRICS_PORT: metricsPort, METRICS_HOST: metricsHost } = result.data;
  const dataDir = isAbsolute(DATA_DIR) ? DATA_DIR : resolve(base, DATA_DIR);
  return {
    ...{ port: PORT, host: HOST, dataDir, seed: SEED, jsonp: JSONP, logLevel: LOG_LEVEL },
    ...{ metricsPort, metricsHost, shutdownDelayMs: result.data.SHUTDOWN_DELAY_MS },
    limits: limitsOf(env),
  };
}

function limitsOf(env: NodeJS.ProcessEnv): ServerLimits {
  try {
    return readLimits(env);
  } catch (error) {
    throw new StartRefused(error instanceof Error ? error.message : String(error));
  }
}
