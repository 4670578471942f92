import type { MarketplaceEvent, NotificationsRpc } from "@marketplace/contracts";
import type { Logger } from "@marketplace/conventions";
import type pg from "pg";
import type { Outbox } from "./outbox.ts";

export interface RelayOptions {
  pool: pg.Pool;
  outbox: Outbox;
  notifications: Pick<NotificationsRpc, "publish">;
  log: Logger;
  /** How long to wait before looking again when nothing calls, in milliseconds; failures double it up to 30 s. */
  pollMs?: number;
}

export interface Relay {
  /** Finishes the batch at hand and stops. */
  stop(): Promise<void>;
}

const batchSize = 200;
const longestWaitMs = 30_000;

// Locked rows are another replica's batch; the lock ends with the transaction, so a crash leaves nothing claimed.
const claim = `SELECT id, topic, resource, user_id, occurred_at FROM outbox_events
  ORDER BY position LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`;

/**
 * Hands recorded events to the gateway, at least once: a row goes only after the gateway has taken its event.
 * Any number of relays may work on one outbox.
 */
export function startRelay({ pool, outbox, notifications, log, pollMs = 1_000 }: RelayOptions): Relay {
  let stopped = false;
  let wake = () => {};
  let pending = false;
  const unsubscribe = outbox.onCommit(() => {
    pending = true;
    wake();
  });

  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (pending || stopped) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const loop = async () => {
    let failures = 0;
    while (!stopped) {
      pending = false;
      try {
        const relayed = await relayBatch(pool, notifications);
        failures = 0;
        if (relayed === batchSize) continue;
      } catch (error) {
        failures += 1;
        log.warn({ err: error, failures }, "events could not be relayed; they stay in the outbox");
        pending = false;
      }
      await pause(Math.min(pollMs * 2 ** failures, longestWaitMs));
    }
  };

  const finished = loop();
  return {
    async stop() {
      stopped = true;
      unsubscribe();
      wake();
      await finished;
    },
  };
}

/** Relays the oldest events that nobody else is relaying; answers how many. */
async function relayBatch(pool: pg.Pool, notifications: RelayOptions["notifications"]): Promise<number> {
  const connection = await pool.connect();
  try {
    await connection.query("BEGIN");
    const { rows } = await connection.query<EventRow>(claim);
    if (rows.length > 0) {
      await notifications.publish({ events: rows.map(toEvent) });
      await connection.query("DELETE FROM outbox_events WHERE id = ANY($1::uuid[])", [
        rows.map(({ id }) => id),
      ]);
    }
    await connection.query("COMMIT");
    connection.release();
    return rows.length;
  } catch (error) {
    // A connection whose transaction is in doubt does not go back to the pool.
    connection.release(true);
    throw error;
  }
}

interface EventRow {
  id: string;
  topic: string;
  resource: string;
  user_id: number;
  occurred_at: Date;
}

const toEvent = ({ occurred_at, ...row }: EventRow): MarketplaceEvent => ({
  ...row,
  occurred_at: occurred_at.toISOString(),
});
