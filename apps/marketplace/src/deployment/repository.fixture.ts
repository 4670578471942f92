import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig as catalog } from "@marketplace/catalog-service";
import { readConfig as gateway } from "@marketplace/edge-gateway";
import { readConfig as flex } from "@marketplace/flex-service";
import { readConfig as invoices } from "@marketplace/invoices-service";
import { readConfig as orders } from "@marketplace/orders-service";
import { readConfig as questions } from "@marketplace/questions-service";
import { limitVariables, readLimits } from "@marketplace/server";

export const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** The text of a file of the repository. */
export const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The configuration reader of each deployed service. */
export const readers = {
  "catalog-service": catalog,
  "edge-gateway": gateway,
  "flex-service": flex,
  "invoices-service": invoices,
  "orders-service": orders,
  "questions-service": questions,
} as const;

export type App = keyof typeof readers;
export type Environment = Record<string, string>;

export const apps = Object.keys(readers) as App[];

/** `CATALOG_URL` of catalog-service: its address for clients' requests. */
export const addressVariable = (app: App): string =>
  `${app.replace(/^edge-|-service$/g, "").toUpperCase()}_URL`;

/** `CATALOG_INTERNAL_URL` of catalog-service: its address for calls of other services. */
export const internalAddressVariable = (app: App): string =>
  addressVariable(app).replace(/_URL$/, "_INTERNAL_URL");

/** A secret is given, because a service would otherwise look for the file of a volume. */
const configOf = (app: App, environment: Environment) =>
  readers[app]({ ...environment, INTERNAL_SECRET: environment.INTERNAL_SECRET || "the one of the volume" });

/** Settings that are derived from others, so that they have no variable. */
const derived = ["BASE_URL", "STORE", "MAIL_DIR"];

/** The settings of a service by variable: `databaseUrl` comes from DATABASE_URL. */
export const settingsOf = (app: App, environment: Environment): [variable: string, value: unknown][] =>
  Object.entries(configOf(app, environment))
    .map(([key, value]): [string, unknown] => [variableOf(key), value])
    .filter(([variable]) => !derived.includes(variable));

/** The variables of a service: its settings, and the limits of its sockets. */
export const variablesKnownTo = (app: App, environment: Environment): string[] => [
  ...settingsOf(app, environment).map(([variable]) => variable),
  ...Object.keys(limitVariables).map(variableOf),
];

/** The variables of tracing, from the table of packages/telemetry. */
export const tracingVariables: readonly string[] = [
  ...read("packages/telemetry/README.md").matchAll(/^\| `OTEL_[^|]*/gm),
].flatMap(([names]) => names.match(/\bOTEL_\w+/g) ?? []);

/** The maximum time of a service's shutdown in milliseconds; docs/deploy.md has the rule. */
export function stopTakesMs(app: App, environment: Environment): number {
  const delay = configOf(app, environment).shutdownDelayMs;
  // Background work ends after requests. The longest is a delivery attempt or a call to another service.
  return delay + readLimits(environment).drainTimeoutMs + 15_000;
}

/** `headersTimeoutMs` comes from `HEADERS_TIMEOUT_MS`. */
export const variableOf = (key: string): string =>
  key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** The value of an ENV instruction of a Dockerfile. */
export const settingOf = (dockerfile: string, name: string): string | undefined =>
  new RegExp(`^ENV .*\\b${name}=(\\S+)`, "m").exec(dockerfile)?.[1];
