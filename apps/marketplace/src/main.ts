import { progressOn } from "./boot/progress.ts";
import { start } from "./boot/start.ts";
import { StartRefused } from "./boot/start-refused.ts";
import { startSplit } from "./boot/start-split.ts";
import { readConfig } from "./config.ts";

async function run(): Promise<void> {
  const begin = process.argv.includes("--split") ? startSplit : start;
  const starting = begin(readConfig(process.env, process.cwd()), progressOn(process.stderr));
  let ready = false;
  let stopping = false;
  // A signal during the start waits for it: whatever was started is also stopped.
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    if (!ready) process.stderr.write("  … Stopping as soon as the start is complete\n");
    const running = await starting;
    await running.stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  const { banner } = await starting;
  ready = true;
  if (!stopping) process.stdout.write(banner);
}

run().catch((error: unknown) => {
  const reason = error instanceof Error ? error.stack : String(error);
  process.stderr.write(
    error instanceof StartRefused ? `${error.message}\n` : `The marketplace could not start: ${reason}\n`,
  );
  process.exit(1);
});
