import { readdirSync, readFileSync } from "node:fs";

/** A process of the system, from `/proc`. CPU time is in microseconds. */
export interface Process {
  pid: number;
  parent: number;
  /** Its name; at most 15 characters. */
  name: string;
  cpu: number;
  /** CPU time of its children that have ended. */
  reaped: number;
}

/** `getconf CLK_TCK` on every Linux. */
const microsecondsPerTick = 10_000;

/** Reads one process; undefined when it is gone, or where there is no `/proc`. */
function readProcess(pid: number): Process | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name is in parentheses and may contain any character.
  const end = text.lastIndexOf(")");
  const fields = text
    .slice(end + 2)
    .split(" ")
    .map(Number);
  const [parent = 0, ...ticks] = [1, 11, 12, 13, 14].map((index) => fields[index] ?? 0);
  const [user = 0, system = 0, reapedUser = 0, reapedSystem = 0] = ticks.map(
    (count) => count * microsecondsPerTick,
  );
  const name = text.slice(text.indexOf("(") + 1, end);
  return { pid, parent, name, cpu: user + system, reaped: reapedUser + reapedSystem };
}

/** A process with its descendants, itself first; empty where there is no `/proc`. */
export function familyOf(pid: number): Process[] {
  const all = entriesOf("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((found) => found !== undefined);
  const children = Map.groupBy(all, ({ parent }) => parent);
  const family = all.filter((found) => found.pid === pid);
  // The list grows during the loop: each process appends its children. There are no cycles.
  for (const member of family) family.push(...(children.get(member.pid) ?? []));
  return family;
}

/**
 * Stops all descendants of this process by SIGSTOP, except `pids` with their descendants and Postgres.
 * Returns a function that resumes them.
 */
export function pauseOthers(pids: readonly number[]): () => void {
  const own = new Set(pids.flatMap(familyOf).map(({ pid }) => pid));
  const others = familyOf(process.pid)
    .slice(1)
    .filter(({ pid, name }) => !own.has(pid) && name !== "postgres");
  const signalAll = (signal: "SIGSTOP" | "SIGCONT") => {
    for (const { pid } of others) sendSignal(pid, signal);
  };
  const resume = () => {
    process.off("exit", resume);
    signalAll("SIGCONT");
  };
  // Stopped processes would not notice the end of the bench: resume them on exit.
  process.on("exit", resume);
  signalAll("SIGSTOP");
  return resume;
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended.
  }
}

/** Resident memory in MiB. */
export function residentMiB(pid: number): number | undefined {
  const kibibytes = /VmRSS:\s+(\d+)/.exec(textOf(`/proc/${pid}/status`) ?? "")?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
}

/** The program and arguments of a process. */
export const commandOf = (pid: number): string =>
  (textOf(`/proc/${pid}/cmdline`) ?? "").replaceAll("\0", " ");

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function entriesOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
