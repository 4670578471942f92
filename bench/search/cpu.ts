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
  // A connection that begins meanwhile is not counted, and of one that ends nothing: both are seldom.
  const pids = [...rows.map(({ pid }) => pid), ...others];
  const before = spentByThreads(pids);
  const own = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(own);
  return spentBetween(before, spentByThreads(pids)) + (user + system) / 1_000;
}

/** CPU milliseconds of each thread of these processes. */
export function spentByThreads(pids: readonly number[]): Map<string, number> {
  const threads = pids.flatMap((pid) => threadsOf(pid).map((thread) => `${pid}/task/${thread}`));
  const spent = new Map<string, number>();
  for (const thread of threads) {
    const ms = spentBy(thread);
    if (ms !== undefined) spent.set(thread, ms);
  }
  return spent;
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

/** CPU milliseconds of a thread, of its path in /proc; `undefined` when it has ended. */
function spentBy(thread: string): number | undefined {
  try {
    // The line begins with the nanoseconds on a CPU.
    return Number(readFileSync(`/proc/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return undefined;
  }
}
