import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { postgresPid } from "../product/product.ts";

/** A process of the product under test. */
export interface Running {
  name: string;
  url: string;
  pid: number;
}

/** The services' processes, as the start command has them now. */
export function servicesOf(dataDir: string): Running[] {
  // The start command writes it, whole or not at all, and again when a process is replaced.
  return (JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")) as { services: Running[] }).services;
}

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

/** What a process holds. */
export interface Held {
  descriptors: number;
  /** Resident memory in bytes. */
  memory: number;
}

export function heldBy(pid: number): Held {
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  return { descriptors: readdirSync(`/proc/${pid}/fd`).length, memory: kilobytes * 1024 };
}
