import { messageOf } from "@marketplace/conventions";
import { addressOf } from "@marketplace/database";
import {
  besideOtherIssues,
  countVariable,
  databaseAddress,
  type Environment,
  httpAddress,
  localUrl,
  metricsVariables,
  readServiceEnvironment,
  serviceVariables,
  switchVariable,
  urlsVariable,
  urlVariable,
  withoutTrailingSlash,
} from "@marketplace/server";
import { z } from "zod";
import { trustedProxiesVariable } from "./edge/trusted-proxies.ts";
import { oidcVariables, reportMissingOidcSettings } from "./sign-in/oidc/config.ts";
import { defaultSignIn, signInVariable } from "./sign-in/sign-in.policy.ts";
import { operatorTotpVariable } from "./sign-in/totp/totp-step.policy.ts";

const Settings = z
  .object({
    ...serviceVariables({ port: 8080, internalPort: 8090 }),
    ...metricsVariables(),
    /**
     * The address of Postgres itself when DATABASE_URL names a pooler: LISTEN does not work through a
     * transaction pooler.
     */
    databaseDirectUrl: databaseAddress().optional(),
    /** Where clients reach the product; its own address when it is not set. */
    publicUrl: httpAddress().optional(),
    /** Base URLs of the services' resources; unused where they live in the same process. */
    catalogUrl: urlsVariable("http://127.0.0.1:8081"),
    questionsUrl: urlsVariable("http://127.0.0.1:8082"),
    invoicesUrl: urlsVariable("http://127.0.0.1:8083"),
    ordersUrl: urlsVariable("http://127.0.0.1:8085"),
    flexUrl: urlsVariable("http://127.0.0.1:8084"),
    /** Where the same services take internal calls. */
    catalogInternalUrl: urlsVariable("http://127.0.0.1:8091"),
    questionsInternalUrl: urlsVariable("http://127.0.0.1:8092"),
    invoicesInternalUrl: urlsVariable("http://127.0.0.1:8093"),
    ordersInternalUrl: urlsVariable("http://127.0.0.1:8095"),
    flexInternalUrl: urlsVariable("http://127.0.0.1:8094"),
    /**
     * How long a service may take to begin its answer: longer than one statement may take, so that the
     * service's own 503 comes before the gateway's 504.
     */
    upstreamTimeoutMs: countVariable({ min: 1, max: 3_600_000, fallback: 35_000 }),
    /** Proxies whose `X-Forwarded-For` or `Forwarded` is trusted. */
    trustedProxies: trustedProxiesVariable(),
    /** Base URL of the pages of users. */
    webUrl: urlVariable("https://www.marketplace.example"),
    /** Whether sites, categories, currencies, items and search are readable without a token. */
    anonymousReads: switchVariable("off"),
    /** Requests a minute per application; without a token, per client address. 0 is no limit. */
    rateLimitPerMinute: countVariable({ fallback: 0 }),
    /** Redis or Valkey with rate-limit counters that gateways share; without it each gateway counts alone. */
    redisUrl: z.url({ protocol: /^rediss?$/, error: "must be a redis:// or rediss:// address" }).optional(),
    /** How long an application may take to acknowledge a notification. */
    notificationTimeoutMs: countVariable({ min: 1, max: 60_000, fallback: 500 }),
    /** How long events of the audit log are kept. */
    auditRetentionDays: countVariable({ min: 1, max: 36_500, fallback: 365 }),
    /** How users sign in. */
    signIn: signInVariable().default(defaultSignIn),
    ...oidcVariables(),
    /** Whether operators need a second factor. */
    operatorTotp: operatorTotpVariable(),
    /** How long a session lasts without use, and in all. */
    sessionIdleSeconds: countVariable({ min: 60, max: 86_400, fallback: 1_800 }),
    sessionLifetimeSeconds: countVariable({ min: 60, max: 30 * 86_400, fallback: 43_200 }),
    /** Whether callback URLs may name private addresses: development only (decisions 4.3). */
    allowPrivateCallbacks: switchVariable("off"),
  })
  .superRefine((given, context) => {
    const report = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message, input: given });
    reportMissingDirectUrl(given, report);
    reportMissingOidcSettings(given, report);
  }, besideOtherIssues);

type Report = (name: string, message: string) => void;

/** LISTEN needs the server itself where DATABASE_URL names a pooler. */
function reportMissingDirectUrl(
  { databaseUrl, databaseDirectUrl }: { databaseUrl?: string; databaseDirectUrl?: string | undefined },
  report: Report,
): void {
  if (databaseUrl === undefined) return;
  try {
    if (addressOf(databaseUrl).pooled && databaseDirectUrl === undefined)
      report("databaseDirectUrl", "is required where DATABASE_URL is a pooler's");
  } catch (error) {
    report("databaseUrl", messageOf(error));
  }
}

/** How the gateway runs. */
export type Config = z.output<typeof Settings> & {
  /** Where clients reach the product, without a trailing slash. */
  baseUrl: string;
};

/** Reads the environment; throws one error that lists every problem. */
export function readConfig(env: Environment): Config {
  const settings = readServiceEnvironment(Settings, env);
  const baseUrl = settings.publicUrl ?? localUrl(settings.host, settings.port);
  return { ...settings, baseUrl: withoutTrailingSlash(baseUrl) };
}
