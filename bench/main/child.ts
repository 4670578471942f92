import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type Core, on } from "./cores.ts";

/** A child process of the bench. */
export interface Child {
  pid: number;
  process: ChildProcess;
  /** Whether it has ended neither by itself nor by a signal. */
  isRunning(): boolean;
  /** Its next message. Rejects when it exits first, or after the timeout in milliseconds. */
  next<T>(withinMs: number): Promise<T>;
  /** Stops it by SIGTERM, and by SIGKILL when that takes too long. */
  stop(): Promise<void>;
}

interface Launch {
  core: Core;
  command?: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Where its output goes; nowhere when absent. */
  output?: "inherit";
}

const stopWithinMs = 20_000;

/** Starts a program on a core, with an IPC channel. */
export function launch({ core, command = process.execPath, args, env, output }: Launch): Child {
  const [program, all] = on(core, command, args);
  const out = output ?? "ignore";
  const child = spawn(program, all, {
    env: { ...process.env, ...env },
    stdio: ["ignore", out, output === "inherit" ? 2 : out, "ipc"],
  });
  const gone = once(child, "exit");
  gone.catch(() => {});
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    // A process that failed to start has no pid; its error event rejects `next`.
    pid: child.pid ?? 0,
    process: child,
    isRunning,
    async next<T>(withinMs: number) {
      const signal = AbortSignal.timeout(withinMs);
      const ended = gone.then(([code]): never => {
        throw new Error(`${args[0]} ended with ${code}`);
      });
      // Each script of this folder sends messages of one known type.
      const [message] = (await Promise.race([once(child, "message", { signal }), ended])) as [T];
      return message;
    },
    async stop() {
      if (!isRunning()) return;
      child.kill("SIGTERM");
      const cut = setTimeout(() => child.kill("SIGKILL"), stopWithinMs);
      await gone;
      clearTimeout(cut);
    },
  };
}

/** The path of a script in this folder. */
export const scriptPath = (name: string): string => new URL(name, import.meta.url).pathname;
