import { requestScope } from "@marketplace/conventions";
import { type Logger, pino, type SerializedError, stdSerializers, stdTimeFunctions } from "pino";

export type { Logger };

/** Structured logs, a line each, to standard error or another open file; tokens, secrets, cookies and e-mail addresses never reach them. */
export function createLogger(name: string, level = "info", dest = 2): Logger {
  // Lines leave together: under load a write a line would cost more than the line. What is left goes at the exit.
  const together = { minLength: 4_096, periodicFlush: 100 };
  return pino(loggerOptions(name, level), pino.destination({ dest, sync: false, ...together }));
}

/** How every logger of the product writes. */
export const loggerOptions = (name: string, level: string) => ({
  ...{ name, level, timestamp: stdTimeFunctions.isoTime },
  formatters: { level: (label: string) => ({ level: label }), log: withoutSecretFields },
  serializers: { err: describeError },
  // Whatever is told while a request is handled names it.
  mixin: () => {
    const scope = requestScope();
    return scope ? { requestId: scope.requestId } : {};
  },
});

/** A logger that keeps still. */
export const silentLogger = (): Logger => pino({ enabled: false });

const secretFields = ["authorization", "access_token", "client_secret", "refresh_token", "cookie"];

/** Whatever is logged by mistake, as such or one level down. Not the library's own way: that costs more than the line. */
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
const token = /\b(APP_USR|TG|whsec)[-_][\w+/=-]+/g;

const withoutSecrets = (text: string): string =>
  text.replace(mailAddress, "<e-mail>").replace(token, "<token>");

/** Kind, words and stack with those of its causes; not what else hangs on it: a driver's error quotes the row. */
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
