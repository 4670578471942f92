import { z } from "zod";

const flag = (fallback: "true" | "false") =>
  z
    .enum(["true", "false"])
    .default(fallback)
    .transform((text) => text === "true");

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z.string().min(1),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(10),
  INTERNAL_SECRET: z.string().min(16, "must have at least 16 characters"),
  CATALOG_URL: z.url().optional(),
  QUESTIONS_URL: z.url().optional(),
  INVOICES_URL: z.url().optional(),
  FLEX_URL: z.url().optional(),
  UPSTREAM_TIMEOUT_MS: z.coerce.number().int().min(1).default(30_000),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).default(0),
  NOTIFICATION_TIMEOUT_MS: z.coerce.number().int().min(1).max(60_000).default(500),
  ALLOW_PRIVATE_CALLBACKS: flag("false"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  JSONP: z.enum(["on", "off"]).default("on"),
});

/** How the gateway runs; times are milliseconds. */
export interface Config {
  port: number;
  host: string;
  /** Where clients reach the product, without a trailing slash. */
  baseUrl: string;
  databaseUrl: string;
  databasePoolSize: number;
  /** Shared by all services of one deployment: signs callers, guards /rpc, encrypts webhook secrets. */
  internalSecret: string;
  /** Base URLs of the services, where they run in processes of their own. */
  services: Partial<Record<"catalog" | "questions" | "invoices" | "flex", string>>;
  upstreamTimeout: number;
  /** Requests per application and minute; 0 is no limit. */
  requestsPerMinute: number;
  /** Whether callback URLs may name private addresses: development only (decisions 4.3). */
  allowPrivateCallbacks: boolean;
  /** How long an application may take to acknowledge a notification. */
  notificationTimeout: number;
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
    baseUrl: (given.PUBLIC_URL ?? `http://${given.HOST}:${given.PORT}`).replace(/\/+$/, ""),
    databaseUrl: given.DATABASE_URL,
    databasePoolSize: given.DATABASE_POOL_SIZE,
    internalSecret: given.INTERNAL_SECRET,
    services: {
      catalog: given.CATALOG_URL,
      questions: given.QUESTIONS_URL,
      invoices: given.INVOICES_URL,
      flex: given.FLEX_URL,
    },
    upstreamTimeout: given.UPSTREAM_TIMEOUT_MS,
    requestsPerMinute: given.RATE_LIMIT_PER_MINUTE,
    allowPrivateCallbacks: given.ALLOW_PRIVATE_CALLBACKS,
    notificationTimeout: given.NOTIFICATION_TIMEOUT_MS,
    logLevel: given.LOG_LEVEL,
    jsonp: given.JSONP === "on",
  };
}
