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
  const spent = () => rows.reduce((sum, { pid }) => sum + spentBy(pid), 0);
  const [before, own] = [spent(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(own);
  return spent() - before + (user + system) / 1_000;
}

/** Nanoseconds on a processor come first in the line. */
const spentBy = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
