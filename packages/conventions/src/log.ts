import { type Logger, pino, type SerializedError, stdSerializers, stdTimeFunctions } from "pino";

import { requestScope } from "./request-scope.ts";

export type { Logger };

/** Structured logs to standard error, a line each; tokens, secrets, cookies and e-mail addresses never reach them. */
export function createLogger(name: string, level = "info"): Logger {
  return pino(loggerOptions(name, level), pino.destination({ dest: 2, sync: false }));
}

/** How every logger of the product writes. */
export const loggerOptions = (name: string, level: string) => ({
  ...{ name, level, timestamp: stdTimeFunctions.isoTime },
  formatters: { level: (label: string) => ({ level: label }) },
  redact: {
    paths: ["*.authorization", "*.access_token", "*.client_secret", "*.refresh_token", "*.cookie"],
    remove: true,
  },
  serializers: { err: describeError },
  // Whatever is told while a request is handled names it.
  mixin: () => {
    const scope = requestScope();
    return scope ? { requestId: scope.requestId } : {};
  },
});

/** A logger that keeps still. */
export const silentLogger = (): Logger => pino({ enabled: false });

const mailAddress = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi;
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
