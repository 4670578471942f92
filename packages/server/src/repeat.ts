import { setTimeout as elapsed } from "node:timers/promises";
import type { Logger } from "./log.ts";

/** Work that is done again and again. */
export interface RepeatedJob {
  /** Runs it now, or once more after the present run. */
  wake(): void;
  /** Aborts the work's signal and waits for the present run; there will be no other. */
  stop(): Promise<void>;
}

interface RepeatOptions {
  /** Milliseconds from one look for work to the next, when nothing wakes it. */
  everyMs: number;
  /** Milliseconds after a run in which there is no other; default 0. */
  restMs?: number;
  log: Pick<Logger, "warn">;
}

/** Runs work at intervals and when woken, never twice at once; a failure is logged, and the work is tried again. */
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
