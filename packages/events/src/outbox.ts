import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { requestScope } from "@marketplace/conventions";
import type { AnyPrismaClient, Change, Database } from "@marketplace/database";

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
  /** Records an event in the present transaction; it keeps the id of the request that is handled. */
  record(event: OccurredEvent): Promise<void>;
  /** The recording of an event, for a `Database.change` that it goes with. */
  recording(event: OccurredEvent): Change;
  /** Calls back after every commit that recorded something, so that a relay need not wait for its next look. */
  onCommit(callback: () => void): () => void;
}

const insert = `INSERT INTO outbox_events (id, topic, resource, user_id, occurred_at, request_id)
  VALUES ($1::uuid, $2, $3, $4::bigint, $5::timestamptz, $6::text)`;

/** The outbox of a database. */
export function createOutbox(db: Database<AnyPrismaClient>): Outbox {
  const commits = new EventEmitter();
  const recording = ({ topic, resource, userId, occurredAt }: OccurredEvent): Change => ({
    statement: insert,
    values: [randomUUID(), topic, resource, userId, occurredAt, requestScope()?.requestId || null],
    afterCommit: () => void commits.emit("commit"),
  });
  return {
    recording,
    record: (event) => db.change([recording(event)]),
    onCommit(callback) {
      commits.on("commit", callback);
      return () => commits.off("commit", callback);
    },
  };
}
