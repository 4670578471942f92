import { setTimeout as delay } from "node:timers/promises";
import { isServerOf } from "./postmaster.ts";

const stopTimeoutMs = 30_000;

/** Stops the server: sessions end, everything is written. After 30 s at once, with recovery at next start. */
export async function stopServer(cluster: string, pid: number): Promise<void> {
  signal(pid, "SIGINT");
  for (const deadline = performance.now() + stopTimeoutMs; isServerOf(cluster, pid); await delay(10)) {
    if (performance.now() > deadline) signal(pid, "SIGQUIT");
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already.
  }
}
