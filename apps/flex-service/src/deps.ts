import type { CatalogRpc, IdentityRpc, NotificationsRpc } from "@marketplace/contracts";
import type { Conventions } from "@marketplace/conventions";
import { guardClients, idempotencyStore } from "@marketplace/database";
import { openFlexDatabase } from "@marketplace/database/flex";
import { createOutbox, type OccurredEvent, outboxLag, type Relay, startRelay } from "@marketplace/events";
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
  catalog: Pick<CatalogRpc, "items" | "shippingPreferences" | "hasActiveMe2Listing" | "setFlex">;
  notifications: Pick<NotificationsRpc, "publish">;
}

export interface Deps {
  conventions: Conventions;
  log: Logger;
  clock: Clock;
  internalSecret: string;
  telemetry: Telemetry;
  identity: Clients["identity"];
  catalog: Clients["catalog"];
  subscriptions: SubscriptionsRepo;
  shipments: ShipmentsRepo;
  /** Records an event in the current transaction. */
  recordEvent(event: OccurredEvent): Promise<void>;
  /** Runs work in one transaction of Flex's database. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Rejects while the database cannot be reached. */
  databaseReady(): Promise<unknown>;
  /** Starts the outbox relay. */
  startRelay(): Relay;
  /** Deletes what has expired. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

/** What the process provides: clients of other services, and the authentication of callers. */
export type Parts = ServiceParts<Clients>;

/** Opens the database and creates the dependencies. */
export async function createDeps(config: Config, parts: Parts): Promise<Deps> {
  const { log, authenticate, clock = systemClock, checks = false } = parts;
  const { telemetry = silentTelemetry() } = parts;
  const { catalog, identity, notifications } = guardClients(parts.clients);
  const db = openFlexDatabase({ url: config.databaseUrl, poolSize: config.databasePoolSize, log });
  observePool(db.pool, telemetry);
  telemetry.metrics.watchOutbox(() => outboxLag(db.pool));
  const outbox = createOutbox(db);
  const idempotency = idempotencyStore(db);
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
    log,
    clock,
    catalog,
    identity,
    telemetry,
    internalSecret: config.internalSecret,
    subscriptions: createSubscriptionsRepo(db),
    shipments: createShipmentsRepo(db),
    recordEvent: (event) => outbox.record(event),
    transaction: (work) => db.transaction(work),
    databaseReady: () => db.pool.query("SELECT 1"),
    startRelay: () => startRelay({ pool: db.pool, outbox, notifications, log }),
    purge: async () => void (await idempotency.purge()),
    close: () => db.close(),
  };
}
