import type { Service } from "@marketplace/database";

/** The services that answer public requests; the gateway is one of them. */
export type ServiceName = Service;

/** Owners of public paths; the first prefix decides. `*` is any segment, also an empty one; `$` the end. */
const prefixes: readonly (readonly [prefix: string, service: ServiceName])[] = [
  ["/users/*/questions", "questions"],
  ["/users/*/questions_blacklist", "questions"],
  ["/users/*/saved_answers", "questions"],
  ["/users/*/items", "catalog"],
  ["/users/*/items_visits", "catalog"],
  ["/users/*/available_listing_types", "catalog"],
  ["/users", "gateway"],
  ["/oauth", "gateway"],
  ["/authorization", "gateway"],
  ["/sign_in", "gateway"],
  ["/sign_out", "gateway"],
  ["/applications", "gateway"],
  ["/missed_feeds", "gateway"],
  ["/audit_events", "gateway"],
  ["/operations/invoice_reconciliations", "invoices"],
  ["/operations", "gateway"],
  ["/openapi.json", "gateway"],
  ["/docs", "gateway"],
  ["/questions", "questions"],
  ["/answers", "questions"],
  ["/my/questions", "questions"],
  ["/my/received_questions", "questions"],
  ["/block-api", "questions"],
  ["/packs/*/fiscal_documents", "invoices"],
  ["/packs", "orders"],
  ["/orders/*/shipments", "flex"],
  ["/orders", "orders"],
  ["/feedback", "orders"],
  ["/payments", "orders"],
  ["/collections", "orders"],
  ["/v1/payments", "orders"],
  ["/messages", "orders"],
  ["/shipping", "flex"],
  ["/flex", "flex"],
  ["/shipments", "flex"],
  ["/shipment_statuses", "flex"],
  ["/shipment_labels", "flex"],
  ["/sites", "catalog"],
  ["/categories", "catalog"],
  ["/catalog_domains", "catalog"],
  ["/currencies", "catalog"],
  ["/items", "catalog"],
  ["/pictures", "catalog"],
  ["/visits", "catalog"],
  ["/*/search/$", "catalog"],
];

const table = prefixes.map(([prefix, service]) => ({ segments: prefix.split("/").slice(1), service }));

/** The service that owns a path; empty segments in the middle count, one slash at the end does not. */
export function serviceOf(pathname: string): ServiceName | undefined {
  const trimmed = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const parts = trimmed.split("/").slice(1);
  return table.find(({ segments }) => fits(segments, parts))?.service;
}

function fits(segments: readonly string[], parts: readonly string[]): boolean {
  return segments.every((segment, index) => {
    if (segment === "$") return parts.length === index;
    return segment === "*" ? index < parts.length : segment === parts[index];
  });
}
