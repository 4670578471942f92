import type { CatalogRpc, FlexRpc, IdentityRpc, NotificationsRpc } from "@marketplace/contracts";
import type { Conventions } from "@marketplace/conventions";
import { guardClients, idempotencyStore } from "@marketplace/database";
import { type OrdersDatabase, openOrdersDatabase } from "@marketplace/database/orders";
import { createOutbox, type Outbox, outboxLag } from "@marketplace/events";
import type { ObjectStore } from "@marketplace/object-store";
import {
  type Clock,
  databaseDiskReserve,
  type Logger,
  systemClock as machineClock,
  type ServiceParts,
  type SystemClock,
} from "@marketplace/server";
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

/** The calls to other services. */
export interface Clients {
  identity: Pick<IdentityRpc, "users" | "userIdOf">;
  catalog: Pick<CatalogRpc, "items" | "takeStock" | "returnStock" | "returnUnits">;
  flex: Pick<FlexRpc, "createShipment" | "cancelShipment">;
  notifications: Pick<NotificationsRpc, "publish">;
}

export interface Deps extends Clients, MessagingDeps {
  orders: OrdersRepo;
  feedback: FeedbackRepo;
  notes: NotesRepo;
  packs: PacksRepo;
  payments: PaymentsRepo;
  orderSearch: OrderSearchRepo;
  purchases: PurchasesRepo;
  trades: TradesRepo;
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
export async function createDeps(config: Config, parts: Parts): Promise<Deps> {
  const { log, authenticate, clock = machineClock, systemClock = machineClock, checks } = parts;
  const { telemetry = silentTelemetry() } = parts;
  const db = openOrdersDatabase({
    url: config.databaseUrl,
    before: parts.gates?.database,
    poolSize: config.databasePoolSize,
    log,
  });
  observePool(db.pool, telemetry);
  telemetry.metrics.watchOutbox(() => outboxLag(db.pool, clock.now()));
  // A series that begins at 0 shows the first one as an increase.
  telemetry.metrics.business.order.inc(0);
  const idempotency = idempotencyStore(db, clock);
  const messaging = createMessagingDeps(config, { ...parts, db, telemetry });
  return {
    ...guardClients(parts.clients),
    ...messaging,
    orders: createOrdersRepo(db),
    feedback: createFeedbackRepo(db),
    notes: createNotesRepo(db),
    packs: createPacksRepo(db),
    payments: createPaymentsRepo(db),
    orderSearch: createOrderSearchRepo(db),
    purchases: createPurchasesRepo(db),
    trades: createTradesRepo(db),
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
    async close() {
      await messaging.store.close();
      await db.close();
    },
  };
}
