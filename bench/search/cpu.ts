import { readFileSync } from "node:fs";
import type { Deps } from "@marketplace/catalog-service";

const backends = `
  SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`;

/**
 * Milliseconds of processor time that `work` takes, in this process (client and service) and in the database's. Other load
 * on the machine hardly shows in it. Linux only: elsewhere nobody tells how long a process has run.
 */
export async function cpuOf({ db }: Deps, work: () => Promise<unknown>): Promise<number> {
  const { rows } = await db.pool.query<{ pid: number }>(backends);
  const before = rows.map(({ pid }) => ({ pid, spent: spentBy(pid) ?? 0 }));
  const own = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(own);
  // A connection may have ended for its age: what it did last is not known, and seldom of this.
  const database = before.reduce((sum, { pid, spent }) => sum + ((spentBy(pid) ?? spent) - spent), 0);
  return database + (user + system) / 1_000;
}

/** Milliseconds of a process; `undefined` when it has ended. */
function spentBy(pid: number): number | undefined {
  try {
    // Nanoseconds on a processor come first in the line.
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return undefined;
  }
}
