import { constants } from "node:os";
import type { EmbeddedPostgres } from "@marketplace/database/embedded";
import { createLogger } from "@marketplace/server";
import { startDatabase } from "../boot/database.ts";
import type { Config } from "../config.ts";

/**
 * Starts the embedded Postgres of a data directory for one command, and prepares it. Postgres runs in a
 * session of its own, which no Ctrl-C reaches: left alone it would go on after the command. So a signal stops
 * it and ends the process; a second one ends the process at once. A preparation that fails stops it, too.
 */
export async function startOwnDatabase(
  { dataDir, logLevel }: Pick<Config, "dataDir" | "logLevel">,
  prepare: (postgres: EmbeddedPostgres) => Promise<void> = async () => {},
): Promise<EmbeddedPostgres> {
  const starting = startDatabase(dataDir, createLogger("marketplace", logLevel));
  const forget = onSignals((code) =>
    starting.then((postgres) => postgres.stop()).finally(() => process.exit(code)),
  );
  try {
    const postgres = await starting;
    const stop = () => postgres.stop().finally(forget);
    await prepare(postgres).catch((error) => stop().then(() => Promise.reject(error)));
    return { ...postgres, stop };
  } catch (error) {
    forget();
    throw error;
  }
}

/** Calls `end` with the exit code of the first signal; gives what takes it back. */
function onSignals(end: (code: number) => Promise<void>): () => void {
  const listeners = (["SIGINT", "SIGTERM", "SIGHUP"] as const).map((signal) => {
    const listener = () => void end(128 + constants.signals[signal]).catch(() => {});
    process.once(signal, listener);
    return () => process.off(signal, listener);
  });
  return () => {
    for (const forget of listeners) forget();
  };
}
