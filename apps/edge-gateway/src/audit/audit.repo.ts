import { type Page, requestScope } from "@marketplace/conventions";
import { deleteBefore } from "@marketplace/database";
import type { GatewayDatabase } from "@marketplace/database/gateway";
import type { Clock } from "@marketplace/server";
import type { AuditAction } from "./audit-actions.schema.ts";

/** Values of an event beside the common ones. Never a secret, a token or a password. */
export type AuditDetails = Record<string, string | number | boolean | null>;

/** Who did it and from where; what is absent is that of the present request. */
export interface AuditOrigin {
  /** Null where nobody signed in did it. */
  actor_id?: number | null;
  /** The application by whose token it was done, or which asked for it. */
  application_id?: number | null;
  /** The client's address, behind trusted proxies. */
  address?: string | null;
  request_id?: string | null;
}

export interface NewAuditEvent extends AuditOrigin {
  action: AuditAction;
  /** The path of what it was done to, such as `/users/12`. */
  subject: string;
  details?: AuditDetails;
}

/** An event as it is stored. */
export interface AuditEvent extends Required<AuditOrigin> {
  id: number;
  created_at: Date;
  action: string;
  subject: string;
  details: AuditDetails;
}

/** What to list; an absent filter lets everything through. */
export interface AuditFilter {
  actorId?: number | undefined;
  applicationId?: number | undefined;
  action?: string | undefined;
  /** Also finds what is below the path. */
  subject?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** Longer subjects, which only request targets can be, are cut. */
const maxSubjectLength = 2_000;

const insert = `INSERT INTO audit_events (created_at, action, actor_id, application_id, subject, address, request_id, details)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb) RETURNING id`;

/** Subjects below `/users/12` sort between `/users/12/` and `/users/120`: 0 follows the slash. */
const matching = `FROM audit_events
  WHERE ($1::bigint IS NULL OR actor_id = $1) AND ($2::bigint IS NULL OR application_id = $2)
    AND ($3::text IS NULL OR action = $3)
    AND ($4::text IS NULL OR subject = $4 OR (subject >= $4 || '/' AND subject < $4 || '0'))
    AND ($5::timestamptz IS NULL OR created_at >= $5) AND ($6::timestamptz IS NULL OR created_at <= $6)`;

const columns = "id, created_at, action, actor_id, application_id, subject, address, request_id, details";

export type AuditRepo = ReturnType<typeof createAuditRepo>;

/** The audit log: events are recorded in the transaction of the change, if there is one. */
export function createAuditRepo(db: GatewayDatabase, clock: Clock) {
  return {
    /** Records an event; gives its id. */
    async record({ action, subject, details = {}, ...origin }: NewAuditEvent): Promise<number> {
      const scope = requestScope();
      const {
        actor_id = scope?.caller?.userId ?? null,
        application_id = scope?.caller?.applicationId ?? null,
        address = scope?.address ?? null,
        request_id = scope?.requestId ?? null,
      } = origin;
      const [row] = await db.query<{ id: number }>(insert, [
        clock.now(),
        action,
        actor_id,
        application_id,
        subject.slice(0, maxSubjectLength),
        address,
        request_id,
        JSON.stringify(details),
      ]);
      if (!row) throw new Error("an inserted row was not returned");
      return row.id;
    },

    /** Fills in the HTTP status of a request that was recorded before it was answered. */
    async complete(id: number, status: number): Promise<void> {
      await db.execute(
        "UPDATE audit_events SET details = details || jsonb_build_object('status', $2::int) WHERE id = $1",
        [id, status],
      );
    },

    /** The events that fit, newest first. */
    async list(filter: AuditFilter, { limit, offset }: Page) {
      const { actorId, applicationId, action, subject, from, to } = filter;
      const values = [actorId, applicationId, action, subject, from, to].map((value) => value ?? null);
      const [count] = await db.query<{ total: number }>(`SELECT count(*) AS total ${matching}`, values);
      const events = await db.query<AuditEvent>(
        `SELECT ${columns} ${matching} ORDER BY created_at DESC, id DESC LIMIT $7 OFFSET $8`,
        [...values, limit, offset],
      );
      return { total: count?.total ?? 0, events };
    },

    /** Deletes the events from before. */
    async purge(before: Date): Promise<void> {
      await deleteBefore(db, { table: "audit_events", column: "created_at", before });
    },
  };
}
