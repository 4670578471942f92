import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { isLockTimeout, isSerializationFailure } from "./errors.ts";

interface Attempts {
  /** The longest wait for a lock: statements of others queue behind it. */
  lockTimeoutMs: number;
  most: number;
  /** The pause between two attempts, in which the statements of others run. */
  pauseMs: number;
}

const usual: Attempts = { lockTimeoutMs: 1_000, most: 30, pauseMs: 200 };

/**
 * Runs work in a transaction, and again when it met a lock timeout, a serialization failure or a deadlock.
 * Many short waits for a lock, instead of a long one, let the statements of others through.
 */
export async function inShortAttempts<T>(
  session: pg.Client,
  work: () => Promise<T>,
  { lockTimeoutMs, most, pauseMs }: Attempts = usual,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      await session.query(`BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      const result = await work();
      await session.query("COMMIT");
      return result;
    } catch (error) {
      // A connection that is lost cannot roll back: its transaction has ended.
      await session.query("ROLLBACK").catch(() => {});
      if (attempt === most || !(isLockTimeout(error) || isSerializationFailure(error))) throw error;
    }
    await delay(pauseMs);
  }
}
