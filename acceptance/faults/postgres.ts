import { readdirSync, readFileSync } from "node:fs";
import { postgresPid } from "../product/product.ts";

/** Postgres's processes: the first of them the server itself. */
export async function postgresOf(dataDir: string): Promise<number[]> {
  const pid = await postgresPid(dataDir);
  if (pid === undefined) throw new Error("no Postgres runs");
  return [pid, ...childrenOf(pid)];
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number {
  try {
    // `pid (name) state parent …`, and a name may hold anything but its end is the last bracket.
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(")").at(-1)?.split(" ")[2]);
  } catch {
    return 0;
  }
}

/** Sends a signal to those that are still there. */
export function signalAll(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It is gone already.
    }
  }
}
