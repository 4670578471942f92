import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** Which core a process runs on. */
export type Core = "server" | "load";

const numbers: Readonly<Record<Core, number>> = { server: 0, load: 1 };
const pins =
  availableParallelism() > 1 && spawnSync("taskset", ["-c", "0", process.execPath, "--version"]).status === 0;

/** How the processes are pinned, for the report. */
export const placement = pins
  ? `everything that serves on core ${numbers.server}; the load and Postgres on core ${numbers.load}`
  : "not pinned: taskset is missing, or there is one core only";

/** The command line that runs `command` on a core. The process id is that of `command`. */
export const on = (core: Core, command: string, args: readonly string[]): [string, string[]] =>
  pins ? ["taskset", ["-c", String(numbers[core]), command, ...args]] : [command, [...args]];

/** Moves a running process with its threads. Children that it starts later stay on the core. */
export function move(pid: number, core: Core): void {
  if (pins) spawnSync("taskset", ["-a", "-p", "-c", String(numbers[core]), String(pid)]);
}
