import { X509Certificate } from "node:crypto";
import { z } from "zod";

/** The variable of a setting: `DATABASE_POOL_SIZE` for `databasePoolSize`. */
const variableOf = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

const isTrue = (text: string): boolean => text === "true" || text === "on";

const noPort = "must be an integer from 0 to 65535";
const port = z
  .string()
  .regex(/^\d{1,5}$/, noPort)
  .transform(Number)
  .refine((value) => value <= 65_535, noPort);

/** A TCP port; 0 lets the system choose. */
export const portVariable = (fallback: number) => port.default(fallback);

/** A switch: `on` or `off`, `true` or `false`. */
export const switchVariable = (fallback: "on" | "off") =>
  z.enum(["on", "off", "true", "false"]).default(fallback).transform(isTrue);

/** A base URL to which paths can be appended. */
export const withoutTrailingSlash = (url: string): string =>
  url.endsWith("/") ? withoutTrailingSlash(url.slice(0, -1)) : url;

/** The address of an HTTP server. */
export const httpAddress = () => z.url({ protocol: /^https?$/, error: "must be an http or https address" });

/** Base URL of an HTTP service, without a trailing slash. */
export const urlVariable = (fallback: string) =>
  httpAddress().default(fallback).transform(withoutTrailingSlash);

const urls = (text: string): string[] => text.split(",").map((url) => withoutTrailingSlash(url.trim()));
const urlList = z.array(httpAddress());

/** Base URLs of a service's replicas, separated by commas. */
export const urlsVariable = (fallback: string) => z.string().default(fallback).transform(urls).pipe(urlList);

/** Base URLs of a server that need not be there. */
export const optionalUrlsVariable = () => z.string().transform(urls).pipe(urlList).optional();

/** The address of a database. */
export const databaseAddress = () =>
  z
    .string()
    .refine(isDatabaseAddress, "must be an address of Postgres, such as postgresql://user@server:5432/name");

/** With a socket's folder as `?host=` it names no host itself, which `URL` takes without a user only. */
const isDatabaseAddress = (text: string): boolean =>
  /^postgres(?:ql)?:\/\//.test(text) &&
  (URL.canParse(text) || URL.canParse(text.replace("@/", "@localhost/")));

/** A replica of the service's database for reads; without it, reads go to the primary. */
export const readUrlVariable = () => databaseAddress().optional();

/** A certificate to trust instead of the system's. TLS ignores what is none, and then trusts nobody. */
export const certificateVariable = () =>
  z
    .string()
    .refine(isCertificate, "must be the text of a PEM certificate, not the path of its file")
    .optional();

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== undefined;
  } catch {
    return false;
  }
}

/** A whole number in digits: a blank is not 0. */
export function countVariable({
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  fallback,
}: {
  min?: number;
  max?: number;
  fallback: number;
}) {
  const wanted = `must be an integer from ${min} ${max === Number.MAX_SAFE_INTEGER ? "on" : `to ${max}`}`;
  return z
    .string()
    .regex(/^\d{1,16}$/, wanted)
    .transform(Number)
    .refine((value) => value >= min && value <= max, wanted)
    .default(fallback);
}

export const logLevelVariable = (fallback: "info" | "warn") =>
  z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default(fallback);

export const processVariables = () => ({
  host: z.string().min(1).default("127.0.0.1"),
  /** How long a process still serves after the signal to stop: load balancers notice meanwhile. */
  shutdownDelayMs: countVariable({ max: 300_000, fallback: 0 }),
});

export interface ServicePorts {
  /** Serves its resources. */
  port: number;
  /** Serves the calls of other services. */
  internalPort: number;
}

export const serviceVariables = ({ port, internalPort }: ServicePorts) => ({
  port: portVariable(port),
  internalPort: portVariable(internalPort),
  /** Apart from `host`, so that a service opened to the network does not open its internal calls with it. */
  internalHost: z.string().min(1).default("127.0.0.1"),
  databaseUrl: databaseAddress(),
  /** The password for database addresses that hold none. Unlike in an address, it is not percent-encoded. */
  databasePassword: z.string().optional(),
  databasePoolSize: countVariable({ min: 1, max: 500, fallback: 10 }),
  /** Shared by all services of one deployment: signs callers and scroll ids, guards /rpc. */
  internalSecret: z.string().min(16, "must have at least 16 characters"),
  /** Holds the secret when INTERNAL_SECRET is not set; the first service to start creates it. */
  internalSecretFile: z.string().min(1).optional(),
  logLevel: logLevelVariable("info"),
  jsonp: switchVariable("on"),
  /** The database's files, if on this machine: while their disk is short of space, writes are refused. */
  databaseDir: z.string().min(1).optional(),
  /** Bytes that stay free on a disk; below this, writes are refused. */
  minFreeBytes: countVariable({ fallback: 256 * 1024 * 1024 }),
  ...processVariables(),
});

/** The address of a separate metrics listener; without a port there is none. */
export const metricsVariables = () => ({
  metricsPort: port.optional(),
  metricsHost: z.string().min(1).default("127.0.0.1"),
});

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable with the password of an address. */
const passwordVariables: Readonly<Record<string, string>> = {
  DATABASE_URL: "DATABASE_PASSWORD",
  DATABASE_DIRECT_URL: "DATABASE_PASSWORD",
  DATABASE_READ_URL: "DATABASE_PASSWORD",
  SMTP_URL: "SMTP_PASSWORD",
};

/** Adds a password of any characters to an address; a password that the address already has stays. */
export function withPassword(address: string, password: string | undefined): string {
  if (!password || !URL.canParse(address)) return address;
  const url = new URL(address);
  // A password needs a user.
  if (url.username === "" || url.password !== "") return address;
  url.password = encodeURIComponent(password);
  return url.href;
}

function given(variable: string, env: Environment): string | undefined {
  const value = env[variable] || undefined;
  const password = passwordVariables[variable];
  return value && password ? withPassword(value, env[password]) : value;
}

/** What is wrong with variables, in one line for people. */
export class ConfigurationInvalid extends Error {
  override readonly name = "ConfigurationInvalid";
  readonly issues: readonly string[];

  constructor(issues: readonly string[], options?: ErrorOptions) {
    super(`Invalid configuration: ${[...new Set(issues)].join("; ")}`, options);
    this.issues = issues;
  }
}

/** Reads settings from an environment; an empty variable is not set. Throws a ConfigurationInvalid. */
export function readEnvironment<S extends z.ZodObject>(schema: S, env: Environment): z.output<S> {
  const settings = Object.keys(schema.shape).map((key) => [key, given(variableOf(key), env)] as const);
  const result = schema.safeParse(Object.fromEntries(settings), { reportInput: true });
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message, input }) => {
    // Of a list the whole variable is named.
    const name = variableOf(String(path[0]));
    return input === undefined ? `${name} is required` : `${name}: ${message}`;
  });
  throw new ConfigurationInvalid(issues);
}
