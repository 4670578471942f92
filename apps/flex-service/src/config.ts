import { z } from "zod";

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8084),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATABASE_URL: z.string().min(1),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(10),
  INTERNAL_SECRET: z.string().min(16, "must have at least 16 characters"),
  GATEWAY_URL: z.url().default("http://127.0.0.1:8080"),
  CATALOG_URL: z.url().default("http://127.0.0.1:8081"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  JSONP: z.enum(["on", "off"]).default("on"),
});

/** How flex-service runs. */
export interface Config {
  port: number;
  host: string;
  databaseUrl: string;
  databasePoolSize: number;
  /** Shared by all services of one deployment: proves who called, guards /rpc. */
  internalSecret: string;
  /** Base URLs of the services asked; unused where they live in the same process. */
  gatewayUrl: string;
  catalogUrl: string;
  logLevel: string;
  jsonp: boolean;
}

/** Reads the environment; throws one error that lists every problem. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const result = Environment.safeParse(env);
  if (!result.success) {
    const faults = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new Error(`Invalid configuration: ${faults.join("; ")}`);
  }
  const given = result.data;
  return {
    port: given.PORT,
    host: given.HOST,
    databaseUrl: given.DATABASE_URL,
    databasePoolSize: given.DATABASE_POOL_SIZE,
    internalSecret: given.INTERNAL_SECRET,
    gatewayUrl: given.GATEWAY_URL,
    catalogUrl: given.CATALOG_URL,
    logLevel: given.LOG_LEVEL,
    jsonp: given.JSONP === "on",
  };
}
