import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";

/** CPU time in milliseconds by process, user and system together. It excludes the kernel's own threads. */
export type CpuTime = Record<string, number>;

/** Fields of `/proc/<pid>/stat`, in ticks of 10 ms on Linux. */
interface Times {
  parent: number;
  own: number;
  /** Of children that have ended. */
  ended: number;
}

const msPerTick = 10;

/** The CPU time that a process has used so far. */
export const cpuOf = (pid: number): number => (timesOf(pid)?.own ?? 0) * msPerTick;

/** The CPU time that a process and its children have used so far. */
export function cpuOfFamily(pid: number): number {
  const children = readdirSync("/proc").map((name) =>
    /^\d+$/.test(name) ? timesOf(Number(name)) : undefined,
  );
  const family = children
    .filter((times) => times?.parent === pid)
    .reduce((sum, times) => sum + (times?.own ?? 0), 0);
  const server = timesOf(pid);
  return (family + (server?.own ?? 0) + (server?.ended ?? 0)) * msPerTick;
}

function timesOf(pid: number): Times | undefined {
  try {
    // The name before the last parenthesis may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ").map(Number) ?? [];
    const at = (field: number) => fields[field - 3] ?? 0;
    return { parent: at(4), own: at(14) + at(15), ended: at(16) + at(17) };
  } catch {
    return undefined;
  }
}

/** The parent of all processes of a Postgres server. */
export async function serverProcess(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const parent = timesOf(rows[0]?.pid ?? 0)?.parent;
  await client.end();
  if (!parent) throw new Error("the processes of Postgres are not to be seen in /proc");
  return parent;
}
