import { readdirSync, readFileSync } from "node:fs";
import { postgresPid } from "../product/product.ts";
import { becomesTrue } from "./settle.ts";

/** The process id of the Postgres server, which forks a process for each session. */
export async function postgresServer(dataDir: string): Promise<number> {
  const pid = await postgresPid(dataDir);
  if (pid === undefined) throw new Error("no Postgres runs");
  return pid;
}

/** Stops the server and all its sessions by SIGSTOP; returns the stopped processes. */
export async function freezePostgres(dataDir: string): Promise<number[]> {
  const server = await postgresServer(dataDir);
  signalAll([server], "SIGSTOP");
  // Stop the server first, so that it opens no further session while they are listed.
  if (!(await becomesTrue(() => statusOf(server)?.state === "T", stopsWithinMs))) {
    signalAll([server], "SIGCONT");
    throw new Error("Postgres does not stop");
  }
  const sessions = childrenOf(server);
  signalAll(sessions, "SIGSTOP");
  return [server, ...sessions];
}

const stopsWithinMs = 10_000;

function childrenOf(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => statusOf(pid)?.parent === parent);
}

/** Undefined when the process has ended. */
function statusOf(pid: number): { state: string; parent: number } | undefined {
  try {
    // The format is `pid (name) state parent …`; the name may hold anything, so look for the last bracket.
    const [, state = "", parent] =
      readFileSync(`/proc/${pid}/stat`, "utf8").split(")").at(-1)?.split(" ") ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

/** Sends a signal to the processes that still run. */
export function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended.
    }
  }
}
