/** The services, each with a database. The gateway is last: it is the only one that clients know. */
export const services = ["catalog", "questions", "invoices", "orders", "flex", "gateway"] as const;

export type Service = (typeof services)[number];

/** The name of a service's database: `marketplace_catalog`. */
export function databaseName(service: Service): string {
  return `marketplace_${service}`;
}
