import { setTimeout as elapsed } from "node:timers/promises";
import type { Logger } from "./log.ts";

export interface RepeatedJob {
  /** Runs the job now, or once more after the current run. */
  wake(): void;
  /** Aborts the signal of the job and waits for the current run; no other follows. */
  stop(): Promise<void>;
}

interface RepeatOptions {
  /** Milliseconds between two runs when nothing wakes the job. */
  everyMs: number;
  /** Milliseconds to rest after a run; 0 by default. */
  restMs?: number;
  log: Pick<Logger, "warn">;
}

/** Runs a job at intervals and when woken, never twice at once. A failure is logged and tried again. */
export function repeat(
  work: (signal: AbortSignal) => Promise<unknown>,
  { everyMs, restMs = 0, log }: RepeatOptions,
): RepeatedJob {
  let running: Promise<void> | undefined;
  let again = false;
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    do {
      again = false;
      await work(signal).catch((err: unknown) =>
        log.warn({ err }, "background work failed and will be tried again"),
      );
      if (restMs > 0) await elapsed(restMs, undefined, { signal }).catch(() => {});
    } while (again && !signal.aborted);
    running = undefined;
  };
  const wake = () => {
    if (signal.aborted) return;
    if (running) again = true;
    else running = run();
  };
  const timer = setInterval(() => {
    if (!running) wake();
  }, everyMs);
  return {
    wake,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}
