import { ConfigurationInvalid } from "@marketplace/server";
import { readArguments, startUsage } from "./boot/arguments.ts";
import { wordedForFullDisk } from "./boot/disk-space.ts";
import { watchLauncher } from "./boot/launcher.ts";
import { progressOn } from "./boot/progress.ts";
import { assertServicesConfig } from "./boot/services-config.ts";
import { start } from "./boot/start.ts";
import { StartInterrupted } from "./boot/start-interrupted.ts";
import { StartRefused } from "./boot/start-refused.ts";
import { startSplit } from "./boot/start-split.ts";
import { releaseStartupGarbage } from "./boot/startup-gc.ts";
import { readConfig } from "./config.ts";

async function run(): Promise<void> {
  const shape = readArguments(process.argv.slice(2));
  if (shape === "help") return void process.stdout.write(startUsage);
  const { split, replicas } = shape;
  const interruption = new AbortController();
  const options = { progress: progressOn(process.stderr, interruption.signal), signal: interruption.signal };
  const config = readConfig(process.env, process.cwd());
  assertServicesConfig(config);
  const begun = split ? startSplit(config, options, replicas) : start(config, options);
  const starting = begun.catch(async (error) => {
    throw await wordedForFullDisk(error, config);
  });
  // A signal during the start aborts the seeding; what has started is stopped.
  const stop = async (reason = "") => {
    if (interruption.signal.aborted) return;
    interruption.abort();
    process.stderr.write(`  … Stopping${reason}\n`);
    await (await starting).stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stop().catch(fail));
  watchLauncher(process.env.MARKETPLACE_LAUNCHER, () => stop(": npx has ended").catch(fail));
  const { banner, failed } = await starting;
  if (!interruption.signal.aborted) process.stdout.write(banner);
  void failed.then(async (reason) => {
    if (interruption.signal.aborted) return;
    interruption.abort();
    process.stderr.write(`The marketplace ends: ${wordsOf(await wordedForFullDisk(reason, config))}\n`);
    // A broken product must end even when a part cannot stop: its supervisor restarts it.
    setTimeout(() => process.exit(1), exitTimeoutMs);
    await (await starting).stop();
    process.exit(1);
  });
  // Later, when connections and timers of the start have ended.
  setTimeout(releaseStartupGarbage, 1_000).unref();
}

/** The time a broken product has to stop, in milliseconds. */
const exitTimeoutMs = 20_000;

const wordsOf = ({ message, cause }: Error): string =>
  cause instanceof Error ? `${message} (${cause.message})` : message;

function fail(error: unknown): never {
  if (error instanceof StartInterrupted) process.exit(0);
  const reason = error instanceof Error ? error.stack : String(error);
  process.stderr.write(
    error instanceof StartRefused || error instanceof ConfigurationInvalid
      ? `${error.message}\n`
      : `The marketplace could not start: ${reason}\n`,
  );
  process.exit(1);
}

// A closed output must not end the process before its parts are stopped.
for (const output of [process.stdout, process.stderr]) output.on("error", () => {});

run().catch(fail);
