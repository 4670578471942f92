import { setTimeout as delay } from "node:timers/promises";
import { familyOf } from "../../main/processes.ts";

const pollMs = 100;
const endWithinMs = 20_000;

/**
 * A signal for steps of long work: aborted on Ctrl-C and SIGTERM, when all processes that this one has
 * started are told to end, too. What waits for one of these fails then, and the work comes to its `finally`,
 * which further signals do not cut short.
 */
export function abortedOnSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(name, () => {
      if (controller.signal.aborted) return;
      process.exitCode = 130;
      controller.abort(new Error(`ended by ${name}`));
      endDescendants("SIGTERM");
    });
  return controller.signal;
}

/** Waits until no process is left that this one has started; after a while it kills them. */
export async function descendantsGone(): Promise<void> {
  const endAt = performance.now() + endWithinMs;
  while (familyOf(process.pid).length > 1) {
    if (performance.now() > endAt) endDescendants("SIGKILL");
    await delay(pollMs);
  }
}

/** A product stops its own Postgres, which must not lose its connections before. */
function endDescendants(signal: "SIGTERM" | "SIGKILL"): void {
  for (const { pid, name } of familyOf(process.pid).slice(1)) {
    if (signal === "SIGTERM" && name === "postgres") continue;
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}
