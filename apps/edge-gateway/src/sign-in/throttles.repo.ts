import { deleteBefore } from "@marketplace/database";
import type { GatewayDatabase } from "@marketplace/database/gateway";
import type { Tally } from "./throttle.rules.ts";

export type ThrottlesRepo = ReturnType<typeof createThrottlesRepo>;

/** Failures to sign in, by keyed hashes of addresses, account names and browsers. */
export function createThrottlesRepo(db: GatewayDatabase) {
  return {
    /**
     * The tallies of keys, locked until the transaction ends: attempts side by side are counted one after
     * another, on any replica. Keys are locked in one order, so that no two attempts wait for each other.
     */
    async lock(keys: readonly string[], now: Date): Promise<Map<string, Tally>> {
      const sorted = keys.toSorted();
      await db.execute(
        `
        INSERT INTO sign_in_throttles (key, failures, counted_at) SELECT k, 0, $2 FROM unnest($1::text[]) k
        ON CONFLICT (key) DO NOTHING`,
        [sorted, now],
      );
      const rows = await db.query<Tally & { key: string }>(
        `
        SELECT key, failures, counted_at, blocked_until FROM sign_in_throttles
        WHERE key = ANY ($1::text[]) ORDER BY key FOR UPDATE`,
        [sorted],
      );
      return new Map(rows.map(({ key, ...tally }) => [key, tally]));
    },

    async set(key: string, { failures, counted_at, blocked_until }: Tally): Promise<void> {
      await db.execute(
        "UPDATE sign_in_throttles SET failures = $2, counted_at = $3, blocked_until = $4 WHERE key = $1",
        [key, failures, counted_at, blocked_until],
      );
    },

    /** Deletes those among the keys that count nothing, such as new ones of an attempt that was refused. */
    async removeEmpty(keys: readonly string[]): Promise<void> {
      await db.execute("DELETE FROM sign_in_throttles WHERE key = ANY ($1::text[]) AND failures = 0", [keys]);
    },

    async remove(key: string): Promise<void> {
      await db.execute("DELETE FROM sign_in_throttles WHERE key = $1", [key]);
    },

    /** Deletes what was last counted before a time. */
    async purge(before: Date): Promise<void> {
      await deleteBefore(db, { table: "sign_in_throttles", column: "counted_at", before });
    },
  };
}
