import { setTimeout as delay } from "node:timers/promises";
import type { MarketplaceEvent, NotificationsRpc } from "@marketplace/contracts";
import { withConnection } from "@marketplace/database";
import { type Logger, repeat } from "@marketplace/server";
import type pg from "pg";
import type { Outbox } from "./outbox.ts";

export interface RelayOptions {
  pool: pg.Pool;
  outbox: Pick<Outbox, "onCommit">;
  notifications: Pick<NotificationsRpc, "publish">;
  log: Logger;
  /** Called before these users are notified, so that they read the change (`Database.recordWritesFor`). */
  beforePublish?: ((users: readonly number[]) => Promise<void>) | undefined;
  /** Polling interval in milliseconds; failures double it up to 30 s. */
  pollMs?: number;
}

type Publishing = Pick<RelayOptions, "pool" | "notifications">;

export interface Relay {
  /** Finishes the present batch and stops. */
  stop(): Promise<void>;
}

const batchSize = 200;
const longestWaitMs = 30_000;
/** How long a batch is collected under load: a batch per commit would cost more than the commits. */
const batchWindowMs = 20;

// This commit does not wait for the disk: after a crash events are relayed again, and the gateway drops
// those whose ids it knows.
const begin = "BEGIN; SET LOCAL synchronous_commit TO off";
// Locked rows are the batch of another replica. Rows are deleted by the commit, so they survive a crash.
const takeUnlocked = {
  name: "take_outbox_events",
  text: `DELETE FROM outbox_events WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM outbox_events ORDER BY position LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))
    RETURNING id, position, topic, resource, user_id, occurred_at, request_id, actions`,
};
/** Waits for the batches of other relays. */
const takeWaiting = { name: "take_all_outbox_events", text: takeUnlocked.text.replace(" SKIP LOCKED", "") };

const peek = {
  name: "look_at_outbox_events",
  text: `SELECT position, user_id FROM outbox_events ORDER BY position LIMIT ${batchSize} FOR KEY SHARE SKIP LOCKED`,
};
const takeByPosition = {
  name: "take_these_outbox_events",
  text: takeUnlocked.text.replace(
    "FROM outbox_events ORDER",
    "FROM outbox_events WHERE position = ANY ($1::bigint[]) ORDER",
  ),
};

/** Relays events at least once: a row goes after the gateway took it. Relays may share an outbox. */
export function startRelay(options: RelayOptions): Relay {
  const { outbox, log, pollMs = 1_000 } = options;
  let failures = 0;
  const relayAll = async (signal: AbortSignal) => {
    try {
      while ((await relayBatch(options, options)) === batchSize && !signal.aborted);
      failures = 0;
    } catch (error) {
      failures += 1;
      // A gateway that starts or is replaced misses one or two: that needs no attention.
      const level = failures < 3 ? "info" : "warn";
      log[level]({ err: error, failures }, "events could not be relayed; they stay in the outbox");
      // The wait is part of the run: a commit, which wakes the job, cannot shorten it.
      await delay(Math.min(pollMs * 2 ** failures, longestWaitMs), undefined, { signal }).catch(() => {});
    }
  };
  const job = repeat(relayAll, { everyMs: pollMs, restMs: batchWindowMs, log });
  const unsubscribe = outbox.onCommit(job.wake);
  job.wake();
  return {
    async stop() {
      unsubscribe();
      await job.stop();
    },
  };
}

/** Resolves when all events recorded so far are published, by any relay. For a sandbox whose clock moves. */
export async function publishRecorded(options: Publishing): Promise<void> {
  while ((await relayBatch(options)) > 0);
  while ((await relayBatch(options, { taking: takeWaiting })) === batchSize);
}

interface HowToTake {
  taking?: typeof takeUnlocked;
  beforePublish?: RelayOptions["beforePublish"];
}

/** Relays the oldest events, by default those that no other relay holds; gives their number. */
async function relayBatch(
  { pool, notifications }: Publishing,
  { taking = takeUnlocked, beforePublish }: HowToTake = {},
): Promise<number> {
  const next = beforePublish ? await beforeNext(pool, beforePublish) : undefined;
  if (next?.length === 0) return 0;
  return withConnection(pool, async (connection) => {
    try {
      await connection.query(begin);
      const { rows } = await connection.query<EventRow>(
        next ? { ...takeByPosition, values: [next] } : taking,
      );
      if (rows.length > 0) {
        const events = rows.toSorted((a, b) => a.position - b.position).map(toEvent);
        await notifications.publish({ events });
      }
      await connection.query("COMMIT");
      return rows.length;
    } catch (error) {
      // At once: the next batch would skip rows that are locked until the server notices the lost connection.
      await connection.query("ROLLBACK").catch(() => {});
      throw error;
    }
  });
}

/** Calls `beforePublish` for the next events, before a connection is held for them; gives their positions. */
async function beforeNext(pool: pg.Pool, beforePublish: (users: readonly number[]) => Promise<void>) {
  const { rows } = await pool.query<Pick<EventRow, "position" | "user_id">>(peek);
  await beforePublish(rows.map(({ user_id }) => user_id));
  return rows.map(({ position }) => position);
}

interface EventRow {
  id: string;
  position: number;
  topic: string;
  resource: string;
  user_id: number;
  occurred_at: Date;
  request_id: string | null;
  actions: string[] | null;
}

const toEvent = ({ position: _, occurred_at, request_id, actions, ...row }: EventRow): MarketplaceEvent => ({
  ...row,
  occurred_at: occurred_at.toISOString(),
  ...(request_id !== null && { request_id }),
  ...(actions !== null && { actions }),
});
