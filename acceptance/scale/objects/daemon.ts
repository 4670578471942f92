import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";

/** A program that the drills start, kill, stop and start again. */
export interface Daemon {
  name: string;
  start(): void;
  /** Kills it (SIGKILL). */
  kill(): Promise<void>;
  /** Stops it (SIGSTOP): its connections stay open, and nothing answers. */
  pause(): void;
  resume(): void;
  /** Whether it has ended by itself. */
  ended(): boolean;
}

interface Program {
  name: string;
  program: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** The file of its output. */
  log: string;
}

export function daemonOf({ name, program, args, env, log }: Program): Daemon {
  let child: ChildProcess | undefined;
  const isOver = () => child === undefined || child.exitCode !== null || child.signalCode !== null;
  return {
    name,
    start() {
      const out = openSync(log, "a");
      // In a group of its own: Ctrl-C reaches it through this process alone.
      child = spawn(program, args, { env, stdio: ["ignore", out, out], detached: true });
      child.on("error", () => {});
      closeSync(out);
    },
    async kill() {
      if (!child || isOver()) return;
      const ending = once(child, "exit");
      child.kill("SIGKILL");
      await ending;
      child = undefined;
    },
    pause: () => void child?.kill("SIGSTOP"),
    resume: () => void child?.kill("SIGCONT"),
    ended: () => child !== undefined && isOver(),
  };
}
