import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import type { AnyPrismaClient, Database } from "@marketplace/database";

/** What happened, in the words of subscribers: the path of the element and the user it concerns. */
export interface OccurredEvent {
  topic: string;
  resource: string;
  userId: number;
  occurredAt: Date;
}

/**
 * A service's outbox: the table `outbox_events` of its own database.
 * An event recorded in a transaction is relayed once that commits, and never if it does not.
 */
export interface Outbox {
  /** Records an event in the present transaction. */
  record(event: OccurredEvent): Promise<void>;
  /** Calls back after every commit that recorded something, so that a relay need not wait for its next look. */
  onCommit(callback: () => void): () => void;
}

const insert = `INSERT INTO outbox_events (id, topic, resource, user_id, occurred_at) VALUES ($1::uuid, $2, $3, $4::bigint, $5::timestamptz)`;

/** The outbox of a database. */
export function createOutbox(db: Database<AnyPrismaClient>): Outbox {
  const commits = new EventEmitter();
  return {
    async record({ topic, resource, userId, occurredAt }) {
      await db.execute(insert, [randomUUID(), topic, resource, userId, occurredAt]);
      db.afterCommit(() => void commits.emit("commit"));
    },
    onCommit(callback) {
      commits.on("commit", callback);
      return () => commits.off("commit", callback);
    },
  };
}
