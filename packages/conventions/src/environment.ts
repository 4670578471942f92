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

/** What every service needs to know, by the name of its setting. */
export const serviceVariables = ({ port }: { port: number }) => ({
  port: portVariable(port),
  databaseUrl: z.string().min(1),
  databasePoolSize: countVariable({ min: 1, max: 500, fallback: 10 }),
  /** Shared by all services of one deployment: signs callers and scroll ids, guards /rpc. */
  internalSecret: z.string().min(16, "must have at least 16 characters"),
  logLevel: logLevelVariable("info"),
  jsonp: switchVariable("on"),
  ...processVariables(),
});

/** Where metrics are served when not on the service's own port: nowhere without a port. */
export const metricsVariables = () => ({
  metricsPort: port.optional(),
  metricsHost: z.string().min(1).default("127.0.0.1"),
});

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings from an environment; throws one error that lists everything wrong with it. An empty variable counts as not set. */
export function readEnvironment<S extends z.ZodObject>(schema: S, env: Environment): z.output<S> {
  const given = Object.keys(schema.shape).map((key) => [key, env[variableOf(key)] || undefined] as const);
  const result = schema.safeParse(Object.fromEntries(given), { reportInput: true });
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message, input }) => {
    const name = variableOf(path.join("."));
    return input === undefined ? `${name} is required` : `${name}: ${message}`;
  });
  throw new Error(`Invalid configuration: ${faults.join("; ")}`);
}
