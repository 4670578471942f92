import { z } from "zod";

/** `databasePoolSize` is read from `DATABASE_POOL_SIZE`. */
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

/** A base URL that paths can be put behind. */
export const withoutTrailingSlash = (url: string): string =>
  url.endsWith("/") ? withoutTrailingSlash(url.slice(0, -1)) : url;

/** Base URL of an HTTP service, without a trailing slash. */
export const urlVariable = (fallback: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(fallback)
    .transform(withoutTrailingSlash);

/** Base URLs of one service, with commas between them: of all its replicas, unless a name stands for them. */
export const urlsVariable = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text) => text.split(",").map((url) => withoutTrailingSlash(url.trim())))
    .pipe(z.array(z.url({ protocol: /^https?$/ })));

/** A replica of the service's database, for reads; without one they go where writes go. */
export const readUrlVariable = () => z.url({ protocol: /^postgres(?:ql)?$/ }).optional();

/** A whole number of something, within bounds. */
export const countVariable = ({
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  fallback,
}: {
  min?: number;
  max?: number;
  fallback: number;
}) => z.coerce.number().int().min(min).max(max).default(fallback);

/** The least serious lines that are written. */
export const logLevelVariable = (fallback: "info" | "warn") =>
  z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default(fallback);

/** What every process that serves needs to know, by the name of its setting. */
export const processVariables = () => ({
  host: z.string().min(1).default("127.0.0.1"),
  /** How long a process goes on serving after the signal to stop, for load balancers to see that it is not ready. */
  shutdownDelayMs: countVariable({ max: 300_000, fallback: 0 }),
});

/** The ports of a service when nothing else is configured. */
export interface ServicePorts {
  /** Where its resources are asked for. */
  port: number;
  /** Where the other services call it. */
  internalPort: number;
}

/** What every service needs to know, by the name of its setting. */
export const serviceVariables = ({ port, internalPort }: ServicePorts) => ({
  port: portVariable(port),
  internalPort: portVariable(internalPort),
  /** Not `host`: a service that is opened to the network keeps its internal calls closed until told otherwise. */
  internalHost: z.string().min(1).default("127.0.0.1"),
  databaseUrl: z.string().min(1),
  /** Of addresses of the database that hold none: as it is, where an address would need it percent-encoded. */
  databasePassword: z.string().optional(),
  databasePoolSize: countVariable({ min: 1, max: 500, fallback: 10 }),
  /** Shared by all services of one deployment: signs callers and scroll ids, guards /rpc. */
  internalSecret: z.string().min(16, "must have at least 16 characters"),
  /** Holds the secret where INTERNAL_SECRET is not set; made by the first service that finds no such file. */
  internalSecretFile: z.string().min(1).optional(),
  logLevel: logLevelVariable("info"),
  jsonp: switchVariable("on"),
  /** Where the database's files lie when they are on this machine: while their disk is short, nothing is written. */
  databaseDir: z.string().min(1).optional(),
  /** Bytes that stay free on a disk; below, what would write to it is refused. */
  minFreeBytes: countVariable({ fallback: 256 * 1024 * 1024 }),
  ...processVariables(),
});

/** Where metrics are served when not on the service's own port: nowhere without a port. */
export const metricsVariables = () => ({
  metricsPort: port.optional(),
  metricsHost: z.string().min(1).default("127.0.0.1"),
});

export type Environment = Readonly<Record<string, string | undefined>>;

/** Which addresses take a password of a variable of its own. */
const passwordVariables: Readonly<Record<string, string>> = {
  DATABASE_URL: "DATABASE_PASSWORD",
  DATABASE_DIRECT_URL: "DATABASE_PASSWORD",
  DATABASE_READ_URL: "DATABASE_PASSWORD",
  SMTP_URL: "SMTP_PASSWORD",
};

/** The address with a password, which may be of any characters; one that the address holds already stays. */
export function withPassword(address: string, password: string | undefined): string {
  if (!password || !URL.canParse(address)) return address;
  const url = new URL(address);
  // Without a user there is nobody whose password it could be.
  if (url.username === "" || url.password !== "") return address;
  url.password = encodeURIComponent(password);
  return url.href;
}

function given(variable: string, env: Environment): string | undefined {
  const value = env[variable] || undefined;
  const password = passwordVariables[variable];
  return value && password ? withPassword(value, env[password]) : value;
}

/** Reads settings from an environment; throws one error that lists everything wrong with it. An empty variable counts as not set. */
export function readEnvironment<S extends z.ZodObject>(schema: S, env: Environment): z.output<S> {
  const settings = Object.keys(schema.shape).map((key) => [key, given(variableOf(key), env)] as const);
  const result = schema.safeParse(Object.fromEntries(settings), { reportInput: true });
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message, input }) => {
    const name = variableOf(path.join("."));
    return input === undefined ? `${name} is required` : `${name}: ${message}`;
  });
  throw new Error(`Invalid configuration: ${faults.join("; ")}`);
}
