/** The services that own a database. */
export const services = ["gateway", "catalog", "questions", "invoices", "flex"] as const;

export type Service = (typeof services)[number];

/** The name of a service's database: `marketplace_catalog`. */
export function databaseName(service: Service): string {
  return `marketplace_${service}`;
}
