import type { CatalogRpc, FlexRpc, IdentityRpc, NotificationsRpc } from "@marketplace/contracts";
import type { Conventions } from "@marketplace/conventions";
import { guardClients, idempotencyStore } from "@marketplace/database";
import { type DatabaseOptions, type OrdersDatabase, openOrdersDatabase } from "@marketplace/database/orders";
import { createOutbox, type Outbox } from "@marketplace/events";
import { createServiceStore, type ObjectStore } from "@marketplace/object-store";
import {
  type Clock,
  databaseDiskReserve,
  type Logger,
  systemClock as machineClock,
  type ServiceParts,
  type SystemClock,
} from "@marketplace/server";
import { outboxOf, type SiteDatabases } from "@marketplace/sharding";
import { observePool, silentTelemetry, type Telemetry } from "@marketplace/telemetry";
import type { Config } from "./config.ts";
import { createFeedbackRepo, type FeedbackRepo } from "./feedback/feedback.repo.ts";
import { createMessagingDeps, type MessagingDeps } from "./messages/deps.ts";
import { createNotesRepo, type NotesRepo } from "./notes/notes.repo.ts";
import { createOrderSearchRepo, type OrderSearchRepo } from "./order-search/order-search.repo.ts";
import { createOrdersRepo, type OrdersRepo } from "./orders/orders.repo.ts";
import { createPurchasesRepo, type PurchasesRepo } from "./orders/purchases.repo.ts";
import { createTradesRepo, type TradesRepo } from "./orders/trades.repo.ts";
import { createPacksRepo, type PacksRepo } from "./packs/packs.repo.ts";
import { createPaymentsRepo, type PaymentsRepo } from "./payments/payments.repo.ts";
import type { Everywhere } from "./sharding/everywhere.ts";

/** The calls to other services. */
export interface Clients {
  identity: Pick<IdentityRpc, "users" | "userIdOf">;
  catalog: Pick<CatalogRpc, "items" | "takeStock" | "returnStock" | "returnUnits">;
  flex: Pick<FlexRpc, "createShipment" | "cancelShipment">;
  notifications: Pick<NotificationsRpc, "publish">;
}

export interface Deps extends Clients, MessagingDeps {
  /** Sites with databases of their own; these are the dependencies on the home database then. */
  sites?: SiteDatabases<Deps> | undefined;
  orders: OrdersRepo;
  feedback: FeedbackRepo;
  notes: NotesRepo;
  packs: PacksRepo;
  payments: PaymentsRepo;
  orderSearch: OrderSearchRepo;
  purchases: PurchasesRepo;
  trades: TradesRepo;
  /** Reads that are about no single database. */
  everywhere: Everywhere;
  /** Set where messages are in a site's database: takes a user's files there, which wait at home. */
  fetchFiles?: (ids: readonly string[], userId: number) => Promise<void>;
  outbox: Outbox;
  transaction: <T>(work: () => Promise<T>) => Promise<T>;
  purgeIdempotencyKeys: () => Promise<number>;
  clock: Clock;
  systemClock: SystemClock;
  log: Logger;
  conventions: Conventions;
  internalSecret: string;
  telemetry: Telemetry;
  db: OrdersDatabase;
  close(): Promise<void>;
}

/** What the process provides: clients of other services, authentication of callers, in tests a store. */
export interface Parts extends ServiceParts<Clients> {
  store?: ObjectStore;
}

/** Opens the database and creates the dependencies. */
export const createDeps = async (config: Config, parts: Parts): Promise<Deps> => openHome(config, parts);

/** The dependencies on the database of DATABASE_URL. */
export function openHome(config: Config, parts: Parts): Deps {
  const { telemetry = silentTelemetry(), gates } = parts;
  const store = createServiceStore(config.store, {
    telemetry,
    store: parts.store,
    gate: gates?.objectStore,
  });
  const home = openDeps(config, parts, { url: config.databaseUrl, before: gates?.database, store });
  observePool(home.db.pool, telemetry);
  telemetry.metrics.watchOutbox(() => outboxOf(home));
  // A series that begins at 0 shows the first one as an increase.
  telemetry.metrics.business.order.inc(0);
  return {
    ...home,
    async close() {
      await store.close();
      await home.close();
    },
  };
}

interface DatabaseParts extends Pick<DatabaseOptions, "url" | "before"> {
  store: ObjectStore;
}

/** The dependencies on one database; the object store is for all. */
export function openDeps(config: Config, parts: Parts, { store, ...database }: DatabaseParts): Deps {
  const { log, authenticate, clock = machineClock, systemClock = machineClock, checks } = parts;
  const { telemetry = silentTelemetry() } = parts;
  const db = openOrdersDatabase({ ...database, poolSize: config.databasePoolSize, log });
  const idempotency = idempotencyStore(db, clock);
  const messaging = createMessagingDeps(config, { ...parts, db, store });
  const repos = {
    orders: createOrdersRepo(db),
    feedback: createFeedbackRepo(db),
    packs: createPacksRepo(db),
    payments: createPaymentsRepo(db),
    orderSearch: createOrderSearchRepo(db),
    trades: createTradesRepo(db),
  };
  return {
    ...guardClients(parts.clients),
    ...messaging,
    ...repos,
    everywhere: { ...messaging, ...repos },
    notes: createNotesRepo(db),
    purchases: createPurchasesRepo(db),
    outbox: createOutbox(db),
    transaction: (work) => db.transaction(work),
    purgeIdempotencyKeys: () => idempotency.purge(),
    clock,
    systemClock,
    log,
    db,
    conventions: {
      authenticate,
      log,
      checks,
      jsonp: config.jsonp,
      idempotency,
      telemetry,
      disk: databaseDiskReserve(config, parts),
    },
    telemetry,
    internalSecret: config.internalSecret,
    close: () => db.close(),
  };
}
