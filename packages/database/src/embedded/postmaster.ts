import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What a running server writes about itself into its cluster. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
}

/** What `postmaster.pid` says; undefined when there is none or it is not complete yet. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  const lines = readLines(cluster);
  const pid = Number(lines?.[0]);
  const port = Number(lines?.[3]);
  return pid > 0 && port > 0 ? { pid, port } : undefined;
}

/** Is the process `pid` alive and the server of this cluster, not one with a dead server's number? */
export function isServerOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    if (process.platform !== "linux") return programOf(pid).includes("postgres");
    // The server's working directory is its cluster.
    const itsDirectory = statSync(`/proc/${pid}/cwd`);
    const ours = statSync(cluster);
    return itsDirectory.dev === ours.dev && itsDirectory.ino === ours.ino;
  } catch {
    return false;
  }
}

/**
 * Marks `postmaster.pid` as stale when its process id now belongs to some other process: writes our own id,
 * because a new server takes the id of its parent for stale. The rest of the file stays, because the server
 * checks the shared memory that it names.
 */
export function markStale(cluster: string): void {
  const [pid, ...rest] = readLines(cluster) ?? [];
  if (pid && isAlive(Number(pid))) {
    writeFileSync(join(cluster, "postmaster.pid"), [String(process.pid), ...rest].join("\n"));
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function readLines(cluster: string): string[] | undefined {
  try {
    return readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
}

function programOf(pid: number): string {
  return execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" });
}
