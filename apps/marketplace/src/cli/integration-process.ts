import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

/** An integration that runs as a command of a shell. */
export interface IntegrationProcess {
  /** Stops it with all that it started. */
  stop(): Promise<void>;
}

const graceMs = 5_000;
const pollMs = 20;
const lookMs = 1_000;

/** Runs a command; what it prints goes to standard error, since the report has standard output. */
export function startIntegration(
  command: string,
  variables: Readonly<Record<string, string>>,
): IntegrationProcess {
  const child = spawn(command, {
    shell: true,
    // A group of its own: a shell passes no signal on.
    detached: true,
    stdio: ["ignore", process.stderr, "inherit"],
    env: { ...process.env, ...variables },
  });
  const ended = once(child, "close").catch(() => {});
  child.once("exit", (code) => {
    // Learns while the number is still its own when what it left in the background has ended.
    const looking = setInterval(() => signal(0) || clearInterval(looking), lookMs).unref();
    signal(0);
    if (code) process.stderr.write(`The command has ended with ${code}: ${command}\n`);
  });
  /** Once all of the group has ended, its number may become that of another one. */
  let isGone = child.pid === undefined;
  /** Signals all of the group, which outlives a shell that left something in the background. */
  const signal = (name: NodeJS.Signals | 0): boolean => {
    try {
      if (!isGone) process.kill(-Number(child.pid), name);
    } catch {
      isGone = true;
    }
    return !isGone;
  };
  return {
    async stop() {
      signal("SIGTERM");
      for (const begun = performance.now(); signal(0) && performance.now() - begun < graceMs; )
        await wait(pollMs);
      signal("SIGKILL");
      await ended;
    },
  };
}

/** A certification's client as variables of the environment: `MARKETPLACE_CLIENT_ID` and so on. */
export const environmentOf = (client: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(client).map(([name, value]) => [`MARKETPLACE_${name.toUpperCase()}`, String(value)]),
  );
