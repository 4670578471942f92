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
  /** As `recording`, for every row of `source`, another part of the statement: `resource, user_id, occurred_at, request_id`. */
  recordingEach(topic: string, source: string): Change;
  /** Calls back after every commit that recorded something, so that a relay need not wait for its next look. */
  onCommit(callback: () => void): () => void;
}

const into = "INSERT INTO outbox_events (id, topic, resource, user_id, occurred_at, request_id)";
const insert = `${into} VALUES ($1::uuid, $2, $3, $4::bigint, $5::timestamptz, $6::text)`;
const insertEach = (source: string): string =>
  `${into} SELECT gen_random_uuid(), $1, resource, user_id, occurred_at, request_id FROM ${source}`;

/** The outbox of a database. */
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

const valuesOf = ({ topic, resource, userId, occurredAt }: OccurredEvent): unknown[] => [
  ...[topic, resource, userId, occurredAt, requestScope()?.requestId || null],
];
