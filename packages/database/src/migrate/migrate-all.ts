import { type Service, services } from "../services.ts";
import { copySales, salesMigration } from "./copy-sales.ts";
import { migrate } from "./migrate.ts";

/**
 * Migrates the databases of all services, at once, and gives the names of the migrations that were applied.
 * orders-service's database takes over rows of invoices-service's, so it comes after that. All migrations end
 * before a failure is thrown.
 */
export async function migrateAll(
  urlOf: (service: Service) => string,
): Promise<Readonly<Record<Service, string[]>>> {
  const invoicesUrl = urlOf("invoices");
  const invoices = migrate({ url: invoicesUrl, service: "invoices" });
  const completing = { [salesMigration]: copySales(invoicesUrl) };
  const runs: Record<Service, Promise<string[]>> = {
    gateway: migrate({ url: urlOf("gateway"), service: "gateway" }),
    catalog: migrate({ url: urlOf("catalog"), service: "catalog" }),
    questions: migrate({ url: urlOf("questions"), service: "questions" }),
    invoices,
    orders: invoices.then(() => migrate({ url: urlOf("orders"), service: "orders", completing })),
    flex: migrate({ url: urlOf("flex"), service: "flex" }),
  };
  await Promise.allSettled(Object.values(runs));
  const applied = await Promise.all(services.map(async (service) => [service, await runs[service]] as const));
  // One entry per service.
  return Object.fromEntries(applied) as Record<Service, string[]>;
}
