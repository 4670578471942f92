import {
  countVariable,
  type Environment,
  metricsVariables,
  readEnvironment,
  serviceVariables,
  switchVariable,
  urlVariable,
  withoutTrailingSlash,
} from "@marketplace/conventions";
import { addressOf } from "@marketplace/database";
import { z } from "zod";

const Settings = z.object({
  ...serviceVariables({ port: 8080 }),
  ...metricsVariables(),
  /** The database's own address where DATABASE_URL is a pooler's: notices do not pass one that shares connections. */
  databaseDirectUrl: z.string().min(1).optional(),
  /** Where clients reach the product; its own address when it is not set. */
  publicUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Base URLs of the services; unused where they live in the same process. */
  catalogUrl: urlVariable("http://127.0.0.1:8081"),
  questionsUrl: urlVariable("http://127.0.0.1:8082"),
  invoicesUrl: urlVariable("http://127.0.0.1:8083"),
  flexUrl: urlVariable("http://127.0.0.1:8084"),
  /** How long a service may take to begin its answer. */
  upstreamTimeoutMs: countVariable({ min: 1, fallback: 30_000 }),
  /** Requests per application and minute; 0 is no limit. */
  rateLimitPerMinute: countVariable({ fallback: 0 }),
  /** How long an application may take to acknowledge a notification. */
  notificationTimeoutMs: countVariable({ min: 1, max: 60_000, fallback: 500 }),
  /** Whether callback URLs may name private addresses: development only (decisions 4.3). */
  allowPrivateCallbacks: switchVariable("off"),
});

/** How the gateway runs. */
export type Config = z.output<typeof Settings> & {
  /** Where clients reach the product, without a trailing slash. */
  baseUrl: string;
};

/** Reads the environment; throws one error that lists every problem. */
export function readConfig(env: Environment): Config {
  const settings = readEnvironment(Settings, env);
  if (addressOf(settings.databaseUrl).pooled && settings.databaseDirectUrl === undefined)
    throw new Error(
      "Invalid configuration: DATABASE_DIRECT_URL is required where DATABASE_URL is a pooler's",
    );
  const baseUrl = settings.publicUrl ?? `http://${settings.host}:${settings.port}`;
  return { ...settings, baseUrl: withoutTrailingSlash(baseUrl) };
}
