import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type Core, on } from "./cores.ts";

/** A process of this measurement. */
export interface Child {
  pid: number;
  process: ChildProcess;
  /** The next message it sends; rejects when it ends first or says nothing within the time, in milliseconds. */
  next<T>(withinMs: number): Promise<T>;
  /** Asks it to end, and makes it end when it does not. */
  stop(): Promise<void>;
}

interface Launch {
  core: Core;
  command?: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Where its words go; nowhere when absent. */
  output?: "inherit";
}

const stopWithinMs = 20_000;

/** Starts a program on a core, with a channel to it. */
export function launch({ core, command = process.execPath, args, env, output }: Launch): Child {
  const [program, all] = on(core, command, args);
  const out = output ?? "ignore";
  const child = spawn(program, all, {
    env: { ...process.env, ...env },
    stdio: ["ignore", out, output === "inherit" ? 2 : out, "ipc"],
  });
  const gone = once(child, "exit");
  gone.catch(() => {});
  return {
    // A process that could not be started has none: its error event rejects whoever waits for a message.
    pid: child.pid ?? 0,
    process: child,
    async next<T>(withinMs: number) {
      const signal = AbortSignal.timeout(withinMs);
      const ended = gone.then(([code]): never => {
        throw new Error(`${args[0]} ended with ${code}`);
      });
      // Each script of this folder sends messages of one form.
      const [message] = (await Promise.race([once(child, "message", { signal }), ended])) as [T];
      return message;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      const cut = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
      await gone;
      clearTimeout(cut);
    },
  };
}

/** A script of this folder. */
export const scriptPath = (name: string): string => new URL(name, import.meta.url).pathname;
