import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { isLockTimeout, isSerializationFailure } from "../errors.ts";

const tries = 30;

/**
 * A transaction that waits for locks in short attempts, so that those who come meanwhile do not queue behind
 * it for long.
 */
export async function inShortAttempts<T>(session: pg.Client, work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      await session.query("BEGIN; SET LOCAL lock_timeout = '1s'");
      const result = await work();
      await session.query("COMMIT");
      return result;
    } catch (error) {
      await session.query("ROLLBACK");
      if (tried === tries || !(isLockTimeout(error) || isSerializationFailure(error))) throw error;
    }
    await delay(200);
  }
}
