import { checkWindow, json } from "@marketplace/conventions";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { requireOperator } from "../users/operators.policy.ts";
import { AuditEvents, AuditEventView, auditQuery, filterOf, viewOf } from "./audit.schema.ts";

const listAuditEvents = operation({
  id: "listAuditEvents",
  method: "GET",
  path: "/audit_events",
  example: "/audit_events?action=tokens.revoked&date_created.from=2026-03-01",
  summary: "Lists who did what, when and from where, newest first; for operators",
  query: auditQuery,
  response: AuditEvents,
  errors: [problems.operators_only],
  async handle({ query, caller }, deps) {
    requireOperator(caller);
    const { limit, offset } = query;
    checkWindow({ limit, offset });
    const { total, events } = await deps.audit.list(filterOf(query), { limit, offset });
    const answer = { paging: { total, offset, limit }, results: events.map(viewOf) };
    return json(answer, { headers: { "Cache-Control": "no-store" } });
  },
});

/** The audit log; it is read here and written by what it tells of. */
export const auditEvents = resource({
  name: "Audit events",
  description: "Sign-ins, grants, revocations and what operators did",
  fields: AuditEventView,
  related: ["/users/{id}", "/applications/{id}"],
  connections: { actor_id: "/users/{id}", application_id: "/applications/{id}" },
  operations: [listAuditEvents],
});
