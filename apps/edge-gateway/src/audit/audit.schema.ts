import { idParam, momentParam, Paging, pagingQuery, utcTimestamp, wireId } from "@marketplace/conventions";
import { z } from "zod";
import type { AuditEvent, AuditFilter } from "./audit.repo.ts";
import { auditActions } from "./audit-actions.schema.ts";

/** An event of the audit log. */
export const AuditEventView = z
  .object({
    id: wireId().describe("Event id"),
    date_created: z.string().describe("When it happened, ISO 8601 UTC"),
    action: z.string().describe(`What happened: ${Object.keys(auditActions).join(", ")}`),
    actor_id: wireId().nullable().describe("User who did it; null where nobody signed in did"),
    application_id: wireId()
      .nullable()
      .describe("Application by whose token it was done, or which asked for it; null without one"),
    subject: z.string().describe("Path of what it was done to, such as /users/2418503621"),
    address: z.string().nullable().describe("Address of the client; null for the command line"),
    request_id: z.string().nullable().describe("X-Request-Id of the request"),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe("More about it, by name; for operator.write the method and the status that was answered"),
  })
  .meta({ id: "AuditEvent" });

/** One block of the log. */
export const AuditEvents = z
  .object({
    paging: Paging.describe("Which block this is"),
    results: z.array(AuditEventView).describe("Events, newest first"),
  })
  .meta({ id: "AuditEvents" });

/** Filters and paging of the log. */
export const auditQuery = {
  actor_id: idParam().optional().describe("Only what this user did"),
  application_id: idParam().optional().describe("Only what was done by this application's tokens"),
  action: z.string().min(1).max(100).optional().describe("Only this action, such as tokens.revoked"),
  subject: z
    .string()
    .regex(/^\/\S{1,1999}$/, "must be a path such as /users/2418503621")
    .optional()
    .describe("Only what was done to this path, or to one below it"),
  "date_created.from": momentParam(false).optional().describe("At or after this moment"),
  "date_created.to": momentParam(true).optional().describe("At or before this moment"),
  ...pagingQuery,
};

/** The filter in a query of `auditQuery`. */
export const filterOf = (query: z.output<z.ZodObject<typeof auditQuery>>): AuditFilter => ({
  actorId: query.actor_id,
  applicationId: query.application_id,
  action: query.action,
  subject: query.subject,
  from: query["date_created.from"],
  to: query["date_created.to"],
});

export const viewOf = ({ created_at, ...event }: AuditEvent): z.output<typeof AuditEventView> => ({
  ...event,
  date_created: utcTimestamp(created_at),
});
