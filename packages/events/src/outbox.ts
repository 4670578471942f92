import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { requestScope } from "@marketplace/conventions";
import type { AnyPrismaClient, Change, Database } from "@marketplace/database";

/** An event as subscribers see it: the path of the element and the user it concerns. */
export interface OccurredEvent {
  topic: string;
  resource: string;
  /** What was done with it, for topics that say so (messages). */
  actions?: readonly string[];
  userId: number;
  occurredAt: Date;
}

/**
 * A transactional outbox: the table `outbox_events` of the service's own database. An event recorded in a
 * transaction is relayed once that commits, and never if it does not.
 */
export interface Outbox {
  /** Records an event in the present transaction; it keeps the id of the request that is handled. */
  record(event: OccurredEvent): Promise<void>;
  /** The change that records an event, for a `Database.change`. */
  recording(event: OccurredEvent): Change;
  /** As `recording`, for each row (resource, user_id, occurred_at, request_id) of another part, `source`. */
  recordingEach(topic: string, source: string): Change;
  /** Calls back after every commit that recorded an event, so that a relay need not poll for it. */
  onCommit(callback: () => void): () => void;
}

const columns = "id, topic, resource, user_id, occurred_at, request_id";
const insert = `INSERT INTO outbox_events (${columns}, actions)
  VALUES ($1::uuid, $2, $3, $4::bigint, $5::timestamptz, $6::text, $7::text[])`;
const insertEach = (source: string): string =>
  `INSERT INTO outbox_events (${columns})
  SELECT gen_random_uuid(), $1, resource, user_id, occurred_at, request_id FROM ${source}`;

export function createOutbox(db: Database<AnyPrismaClient>): Outbox {
  const commits = new EventEmitter();
  const afterCommit = () => void commits.emit("commit");
  const recording = (event: OccurredEvent): Change => ({
    statement: insert,
    values: [randomUUID(), ...valuesOf(event)],
    afterCommit,
  });
  return {
    recording,
    recordingEach: (topic, source) => ({ statement: insertEach(source), values: [topic], afterCommit }),
    record: (event) => db.change([recording(event)]),
    onCommit(callback) {
      commits.on("commit", callback);
      return () => commits.off("commit", callback);
    },
  };
}

const valuesOf = ({ topic, resource, userId, occurredAt, actions }: OccurredEvent): unknown[] => [
  topic,
  resource,
  userId,
  occurredAt,
  requestScope()?.requestId || null,
  actions ?? null,
];
