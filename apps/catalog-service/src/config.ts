import { z } from "zod";

const httpUrl = (fallback: string) => z.url({ protocol: /^https?$/ }).default(fallback);

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8082),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATABASE_URL: z.string().min(1),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(10),
  INTERNAL_SECRET: z.string().min(16, "must have at least 16 characters"),
  GATEWAY_URL: httpUrl("http://127.0.0.1:8080"),
  QUESTIONS_URL: httpUrl("http://127.0.0.1:8083"),
  WEB_URL: httpUrl("https://www.marketplace.example"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  JSONP: z.enum(["on", "off"]).default("on"),
});

/** How catalog-service runs. */
export interface Config {
  port: number;
  host: string;
  databaseUrl: string;
  databasePoolSize: number;
  /** Shared by all services of one deployment: guards /rpc, signs callers and scroll ids. */
  internalSecret: string;
  gatewayUrl: string;
  questionsUrl: string;
  /** Where item pages live: the start of permalinks, without a trailing slash. */
  webUrl: string;
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
    gatewayUrl: given.GATEWAY_URL.replace(/\/+$/, ""),
    questionsUrl: given.QUESTIONS_URL.replace(/\/+$/, ""),
    webUrl: given.WEB_URL.replace(/\/+$/, ""),
    logLevel: given.LOG_LEVEL,
    jsonp: given.JSONP === "on",
  };
}
