import type { Service } from "@marketplace/database";
import { createTestDatabase } from "@marketplace/database/testing";
import { afterAll, inject } from "vitest";
import "./postgres-setup.ts";

const openers = {
  gateway: async (url: string) =>
    (await import("@marketplace/database/gateway")).openGatewayDatabase({ url }),
  catalog: async (url: string) =>
    (await import("@marketplace/database/catalog")).openCatalogDatabase({ url }),
  questions: async (url: string) =>
    (await import("@marketplace/database/questions")).openQuestionsDatabase({ url }),
  invoices: async (url: string) =>
    (await import("@marketplace/database/invoices")).openInvoicesDatabase({ url }),
  flex: async (url: string) => (await import("@marketplace/database/flex")).openFlexDatabase({ url }),
} satisfies Record<Service, (url: string) => unknown>;

/** The database of each service, as its `open…Database` gives it. */
type DatabaseOf<Name extends Service> = Awaited<ReturnType<(typeof openers)[Name]>>;

/**
 * A fresh, migrated database of a service for the present test file, removed at its end. Call it at the top level of
 * the file or of a `describe`, in a package whose vitest config has the globalSetup `@marketplace/testkit/postgres-setup`.
 */
export async function testDatabase<Name extends Service>(
  service: Name,
): Promise<{ url: string; directUrl: string; db: DatabaseOf<Name> }> {
  const { url, directUrl, drop } = await createTestDatabase(inject("testPostgresUrl"), service);
  // The opener under a name gives that name's database; TypeScript does not follow the index.
  const db = (await openers[service](url)) as DatabaseOf<Name>;
  afterAll(async () => {
    await db.close();
    await drop();
  });
  return { url, directUrl, db };
}
