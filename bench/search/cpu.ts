import { readdirSync, readFileSync } from "node:fs";
import type { Deps } from "@marketplace/catalog-service";

const backends = `
  SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`;

/**
 * Milliseconds of CPU time that `work` takes in this process (client and service), in the database, and in
 * other processes on this machine. Other load on it hardly affects that. Linux only, because it reads /proc.
 */
export async function cpuOf(
  { db }: Deps,
  others: readonly number[],
  work: () => Promise<unknown>,
): Promise<number> {
  const { rows } = await db.pool.query<{ pid: number }>(backends);
  const before = rows.map(({ pid }) => ({ pid, spent: spentBy(pid) ?? 0 }));
  const othersBefore = spentByAll(others);
  const own = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(own);
  // A connection that reached its maximum age has ended; its last work is unknown and seldom part of this.
  const database = before.reduce((sum, { pid, spent }) => sum + ((spentBy(pid) ?? spent) - spent), 0);
  return database + (spentByAll(others) - othersBefore) + (user + system) / 1_000;
}

/** CPU milliseconds of processes with many threads. One that has ended meanwhile takes its time with it. */
const spentByAll = (pids: readonly number[]): number =>
  spentByThreads(pids)
    .values()
    .reduce((sum, spent) => sum + spent, 0);

/** CPU milliseconds of each thread of these processes. */
export function spentByThreads(pids: readonly number[]): Map<string, number> {
  const threads = pids.flatMap((pid) => threadsOf(pid).map((thread) => `${pid}/task/${thread}`));
  return new Map(threads.map((thread) => [thread, spentBy(thread) ?? 0]));
}

/** What threads took between two readings. The last work of one that has ended is unknown, and left out. */
export const spentBetween = (
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): number => [...after].reduce((sum, [thread, spent]) => sum + spent - (before.get(thread) ?? 0), 0);

/** The threads of a process; none when it has ended. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** CPU milliseconds of a process or a thread; `undefined` when it has ended. */
function spentBy(pid: number | string): number | undefined {
  try {
    // The line begins with the nanoseconds on a CPU.
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return undefined;
  }
}
