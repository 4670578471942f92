import {
  type CatalogRpc,
  type IdentityRpc,
  type NotificationsRpc,
  type OrdersRpc,
  timeZones,
} from "@marketplace/contracts";
import type { Conventions } from "@marketplace/conventions";
import { guardClients, idempotencyStore } from "@marketplace/database";
import { type DatabaseOptions, type FlexDatabase, openFlexDatabase } from "@marketplace/database/flex";
import { createOutbox, type Outbox } from "@marketplace/events";
import {
  type Clock,
  databaseDiskReserve,
  type Logger,
  type ServiceParts,
  systemClock,
} from "@marketplace/server";
import { outboxOf, type SiteDatabases } from "@marketplace/sharding";
import { observePool, silentTelemetry, type Telemetry } from "@marketplace/telemetry";
import type { Config } from "./config.ts";
import { type Everywhere, everywhereIs } from "./sharding/everywhere.ts";
import { platformTimeZone } from "./shipments/local-time.rules.ts";
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
  /** Sites with databases of their own; these are the dependencies on the home database then. */
  sites?: SiteDatabases<Deps> | undefined;
  subscriptions: SubscriptionsRepo;
  shipments: ShipmentsRepo;
  /** Reads that are about no single database. */
  everywhere: Everywhere;
  /** The platform's for a site that the catalog does not know. */
  timeZoneOf: (siteId: string) => Promise<string>;
  outbox: Outbox;
  transaction<T>(work: () => Promise<T>): Promise<T>;
  purgeIdempotencyKeys(): Promise<number>;
  db: FlexDatabase;
  close(): Promise<void>;
}

/** What the process provides: clients of other services, and the authentication of callers. */
export type Parts = ServiceParts<Clients>;

/** Opens the database and creates the dependencies. */
export const createDeps = async (config: Config, parts: Parts): Promise<Deps> => openHome(config, parts);

/** The dependencies on the database of DATABASE_URL. */
export function openHome(config: Config, parts: Parts): Deps {
  const { telemetry = silentTelemetry(), gates } = parts;
  const home = openDeps(config, parts, { url: config.databaseUrl, before: gates?.database });
  observePool(home.db.pool, telemetry);
  telemetry.metrics.watchOutbox(() => outboxOf(home));
  return home;
}

/** The dependencies on one database. */
export function openDeps(
  config: Config,
  parts: Parts,
  database: Pick<DatabaseOptions, "url" | "before">,
): Deps {
  const { log, authenticate, clock = systemClock, checks, telemetry = silentTelemetry() } = parts;
  const clients = guardClients(parts.clients);
  const db = openFlexDatabase({ ...database, poolSize: config.databasePoolSize, log });
  const idempotency = idempotencyStore(db, clock);
  const subscriptions = createSubscriptionsRepo(db);
  const shipments = createShipmentsRepo(db);
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
    ...clients,
    log,
    clock,
    telemetry,
    internalSecret: config.internalSecret,
    subscriptions,
    shipments,
    everywhere: everywhereIs({ subscriptions, shipments }),
    timeZoneOf: timeZones(clients.catalog, platformTimeZone),
    outbox: createOutbox(db),
    transaction: (work) => db.transaction(work),
    purgeIdempotencyKeys: () => idempotency.purge(),
    db,
    close: () => db.close(),
  };
}
