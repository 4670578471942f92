import { type Logger, pino } from "pino";

export type { Logger };

/** Structured logs to standard error; tokens, secrets and cookies never reach them. */
export function createLogger(name: string, level = "info"): Logger {
  const redact = {
    paths: ["*.authorization", "*.access_token", "*.client_secret", "*.refresh_token", "*.cookie"],
    remove: true,
  };
  return pino({ name, level, redact }, pino.destination({ dest: 2, sync: false }));
}

/** A logger that keeps still. */
export const silentLogger = (): Logger => pino({ enabled: false });
