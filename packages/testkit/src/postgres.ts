import { outsideTransactions, type Service, withoutHeldConnection } from "@marketplace/database";
import { createTestDatabase } from "@marketplace/database/testing";
import type {} from "@marketplace/database/testing/postgres-setup";
import { afterAll, inject } from "vitest";

/** Small, so that work deadlocks in tests when it holds a connection and asks for another one. */
const poolSize = 2;
/** The same for a service that a test starts, as an environment variable. */
export const smallPool = { DATABASE_POOL_SIZE: String(poolSize) } as const;

/** Runs work outside of the test's open transaction, as another request does. */
export const asAnotherRequest = <T>(work: () => T): T =>
  withoutHeldConnection(() => outsideTransactions(work));

const openers = {
  gateway: async (url: string) =>
    (await import("@marketplace/database/gateway")).openGatewayDatabase({ url, poolSize }),
  catalog: async (url: string) =>
    (await import("@marketplace/database/catalog")).openCatalogDatabase({ url, poolSize }),
  questions: async (url: string) =>
    (await import("@marketplace/database/questions")).openQuestionsDatabase({ url, poolSize }),
  invoices: async (url: string) =>
    (await import("@marketplace/database/invoices")).openInvoicesDatabase({ url, poolSize }),
  orders: async (url: string) =>
    (await import("@marketplace/database/orders")).openOrdersDatabase({ url, poolSize }),
  flex: async (url: string) =>
    (await import("@marketplace/database/flex")).openFlexDatabase({ url, poolSize }),
} satisfies Record<Service, (url: string) => unknown>;

/** The database of a service, as its `open…Database` returns it. */
type DatabaseOf<Name extends Service> = Awaited<ReturnType<(typeof openers)[Name]>>;

/**
 * A fresh, migrated database of a service for the current test file, removed at its end. Call it at the top
 * level of the file or of a `describe`, in a package whose vitest config has the globalSetup
 * `@marketplace/database/testing/postgres-setup`.
 */
export async function testDatabase<Name extends Service>(
  service: Name,
): Promise<{ url: string; directUrl: string; db: DatabaseOf<Name> }> {
  const { url, directUrl, drop } = await createTestDatabase(inject("testPostgresUrl"), service);
  // The opener of a name returns that name's database; TypeScript does not follow the index.
  const db = (await openers[service](url)) as DatabaseOf<Name>;
  afterAll(async () => {
    await db.close();
    await drop();
  });
  return { url, directUrl, db };
}

/** The events that were recorded and not handed over yet, the oldest first. */
export async function recordedEvents({ pool }: DatabaseOf<Service>) {
  const { rows } = await pool.query<{
    topic: string;
    resource: string;
    user_id: number;
    actions: string[] | null;
  }>("SELECT topic, resource, user_id, actions FROM outbox_events ORDER BY position");
  // Most topics have no actions.
  return rows.map(({ actions, ...event }) => (actions === null ? event : { ...event, actions }));
}
