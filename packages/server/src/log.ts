import { requestScope } from "@marketplace/conventions";
import { type Logger, pino, type SerializedError, stdSerializers, stdTimeFunctions } from "pino";

export type { Logger };

/** Writes one JSON line per entry, without tokens, secrets, cookies and e-mail addresses. */
export const createLogger = (name: string, level = "info", dest = 2): Logger =>
  pino(loggerOptions(name, level), destinationOf(dest));

type Destination = ReturnType<typeof pino.destination>;
const destinations = new Map<number, Destination>();

/**
 * The buffer in front of a file descriptor, shared by all loggers of the process. A buffer is never given up,
 * and even an empty one writes ten times a second, while the services of the lab's worlds come and go.
 */
function destinationOf(dest: number): Destination {
  const present = destinations.get(dest);
  if (present) return present;
  // Buffered: under load a write per line costs more than the line. pino flushes the rest at exit.
  const made = pino.destination({ dest, sync: false, minLength: 4_096, periodicFlush: 100 });
  destinations.set(dest, made);
  return made;
}

/** The pino options of every logger of the product. */
export const loggerOptions = (name: string, level: string) => ({
  name,
  level,
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }), log: withoutSecretFields },
  serializers: { err: describeError },
  // Entries written while a request is handled carry its id.
  mixin: () => {
    const scope = requestScope();
    return scope ? { requestId: scope.requestId } : {};
  },
});

export const silentLogger = (): Logger => pino({ enabled: false });

const secretFields = ["authorization", "access_token", "client_secret", "refresh_token", "cookie"];

/** Removes secret fields, also one level down. pino's `redact` costs more than the whole line. */
function withoutSecretFields(details: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(details)) {
    if (secretFields.includes(key)) continue;
    const nested = typeof value === "object" && value !== null && !(value instanceof Error);
    kept[key] = nested && secretFields.some((field) => field in value) ? pruned(value) : value;
  }
  return kept;
}

const pruned = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !secretFields.includes(key)));

const mailAddress = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;
const token = /\b(APP_USR|TG|SBX|whsec)[-_][\w+/=-]+/g;

const withoutSecrets = (text: string): string =>
  text.replace(mailAddress, "<e-mail>").replace(token, "<token>");

/** Type, message, code and stack, those of causes included. A driver's other fields quote the row. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: withoutSecrets(String(error)) };
  const { type, message, stack, code }: SerializedError & { code?: unknown } = stdSerializers.err(error);
  return {
    type,
    message: withoutSecrets(message),
    ...(code !== undefined && { code }),
    stack: withoutSecrets(stack ?? ""),
  };
}
