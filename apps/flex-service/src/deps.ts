import type { CatalogRpc, IdentityRpc, NotificationsRpc, OrdersRpc } from "@marketplace/contracts";
import type { Conventions } from "@marketplace/conventions";
import { guardClients, idempotencyStore } from "@marketplace/database";
import { type FlexDatabase, openFlexDatabase } from "@marketplace/database/flex";
import { createOutbox, type Outbox, outboxLag } from "@marketplace/events";
import {
  type Clock,
  databaseDiskReserve,
  type Logger,
  type ServiceParts,
  systemClock,
} from "@marketplace/server";
import { observePool, silentTelemetry, type Telemetry } from "@marketplace/telemetry";
import type { Config } from "./config.ts";
import { createShipmentsRepo, type ShipmentsRepo } from "./shipments/shipments.repo.ts";
import { createSubscriptionsRepo, type SubscriptionsRepo } from "./subscriptions/subscriptions.repo.ts";

/** The calls to other services. */
export interface Clients {
  identity: Pick<IdentityRpc, "users">;
  catalog: Pick<CatalogRpc, "items" | "sites" | "shippingPreferences" | "hasActiveMe2Listing" | "setFlex">;
  orders: Pick<OrdersRpc, "pack" | "payments" | "shipmentMoved">;
  notifications: Pick<NotificationsRpc, "publish">;
}

export interface Deps extends Clients {
  conventions: Conventions;
  log: Logger;
  clock: Clock;
  internalSecret: string;
  telemetry: Telemetry;
  subscriptions: SubscriptionsRepo;
  shipments: ShipmentsRepo;
  outbox: Outbox;
  transaction<T>(work: () => Promise<T>): Promise<T>;
  purgeIdempotencyKeys(): Promise<number>;
  db: FlexDatabase;
  close(): Promise<void>;
}

/** What the process provides: clients of other services, and the authentication of callers. */
export type Parts = ServiceParts<Clients>;

/** Opens the database and creates the dependencies. */
export async function createDeps(config: Config, parts: Parts): Promise<Deps> {
  const { log, authenticate, clock = systemClock, checks, telemetry = silentTelemetry() } = parts;
  const db = openFlexDatabase({
    url: config.databaseUrl,
    before: parts.gates?.database,
    poolSize: config.databasePoolSize,
    log,
  });
  observePool(db.pool, telemetry);
  telemetry.metrics.watchOutbox(() => outboxLag(db.pool, clock.now()));
  const idempotency = idempotencyStore(db, clock);
  return {
    conventions: {
      authenticate,
      log,
      jsonp: config.jsonp,
      idempotency,
      checks,
      telemetry,
      disk: databaseDiskReserve(config, parts),
    },
    ...guardClients(parts.clients),
    log,
    clock,
    telemetry,
    internalSecret: config.internalSecret,
    subscriptions: createSubscriptionsRepo(db),
    shipments: createShipmentsRepo(db),
    outbox: createOutbox(db),
    transaction: (work) => db.transaction(work),
    purgeIdempotencyKeys: () => idempotency.purge(),
    db,
    close: () => db.close(),
  };
}
