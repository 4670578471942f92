import type { ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { createSerial, type SystemClock } from "@marketplace/server";

/** How long what is under way may take to end before work on the state of a world goes on without it. */
const drainTimeoutMs = 5_000;

export type Uses = ReturnType<typeof createUses>;

/**
 * Requests, and work of the lab, that use the services of a world. Work on the state of the world is done
 * alone: it waits for the uses under way, and those that come meanwhile wait for it.
 */
export function createUses(systemClock: Pick<SystemClock, "monotonicMs">) {
  let active = 0;
  let lastEndMs = systemClock.monotonicMs();
  const inTurn = createSerial();
  /** Set while work is done alone. */
  let closed: Promise<unknown> | undefined;

  const end = () => {
    active--;
    lastEndMs = systemClock.monotonicMs();
  };

  return {
    get areHeld(): boolean {
      return closed !== undefined;
    },
    /** How long there has been no use, in milliseconds. */
    get idleMs(): number {
      return active > 0 ? 0 : systemClock.monotonicMs() - lastEndMs;
    },
    /** Counts a request until its answer ends; false when its client has left. */
    begins(res: ServerResponse): boolean {
      if (res.destroyed) return false;
      active++;
      res.once("close", end);
      return true;
    },
    /** Counts work, which begins once nothing is done alone. */
    async during<T>(work: () => Promise<T> | T): Promise<T> {
      while (closed) await closed;
      active++;
      try {
        return await work();
      } finally {
        end();
      }
    },
    /** Resolves when the uses under way have ended, or have had their time. */
    async ended(): Promise<void> {
      const deadline = systemClock.monotonicMs() + drainTimeoutMs;
      while (active > 0 && systemClock.monotonicMs() < deadline) await delay(5);
    },
    /** Runs work after other such work, while uses that come wait. */
    alone<T>(work: () => Promise<T>): Promise<T> {
      const result = inTurn(work);
      const settled = result.catch(() => {});
      closed = settled;
      void settled.then(() => {
        if (closed === settled) closed = undefined;
      });
      return result;
    },
  };
}
