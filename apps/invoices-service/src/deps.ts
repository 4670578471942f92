import type { IdentityRpc, NotificationsRpc, OrdersRpc } from "@marketplace/contracts";
import type { Conventions } from "@marketplace/conventions";
import { guardClients, idempotencyStore } from "@marketplace/database";
import {
  type DatabaseOptions,
  type InvoicesDatabase,
  openInvoicesDatabase,
} from "@marketplace/database/invoices";
import { createOutbox, type Outbox } from "@marketplace/events";
import {
  createObjectKeys,
  createServiceStore,
  createUnownedObjectsRepo,
  type ObjectKeys,
  type ObjectStore,
  type UnownedObjectsRepo,
  uploadDisk,
} from "@marketplace/object-store";
import {
  type Clock,
  type DiskReserve,
  databaseDiskReserve,
  type Logger,
  type ServiceParts,
  type SystemClock,
  systemClock,
} from "@marketplace/server";
import { outboxOf, type SiteDatabases } from "@marketplace/sharding";
import { observePool, silentTelemetry, type Telemetry } from "@marketplace/telemetry";
import type { Config } from "./config.ts";
import {
  createFiscalDocumentsRepo,
  type FiscalDocumentsRepo,
} from "./fiscal-documents/fiscal-documents.repo.ts";
import { createMemoryBudget, type MemoryBudget } from "./fiscal-documents/upload/memory-budget.service.ts";
import { createMailer, type Mailer } from "./mail/mailer.service.ts";
import { createOutgoingMailRepo, type OutgoingMailRepo } from "./mail/outgoing-mail.repo.ts";
import { createPackSitesRepo, type PackSitesRepo } from "./packs/pack-sites.repo.ts";
import {
  createReconciliationsRepo,
  type ReconciliationsRepo,
} from "./reconciliations/reconciliations.repo.ts";
import { createRuns } from "./reconciliations/runs.service.ts";
import { type Everywhere, everywhereIs } from "./sharding/everywhere.ts";
import { objectPrefix } from "./storage/object-prefix.rules.ts";

/** What invoices-service asks of other services. */
export interface Clients {
  identity: Pick<IdentityRpc, "users" | "authenticate">;
  notifications: Pick<NotificationsRpc, "publish">;
  orders: Pick<OrdersRpc, "pack">;
}

export interface Deps extends Clients {
  /** Sites with databases of their own; these are the dependencies on the home database then. */
  sites?: SiteDatabases<Deps> | undefined;
  /** What is about no single database. */
  everywhere: Everywhere;
  packSites: PackSitesRepo;
  documents: FiscalDocumentsRepo;
  unowned: UnownedObjectsRepo;
  objectKeys: ObjectKeys;
  store: ObjectStore;
  mail: OutgoingMailRepo;
  mailer: Mailer;
  reconciliations: ReconciliationsRepo;
  /** Reconciliations that this process carries out. */
  runs: ReturnType<typeof createRuns>;
  outbox: Outbox;
  transaction: <T>(work: () => Promise<T>) => Promise<T>;
  purgeIdempotencyKeys: () => Promise<number>;
  /** Largest file, in bytes. */
  uploadMaxBytes: number;
  /** Longest time to receive and store one file. */
  uploadTimeoutMs: number;
  /** The budget of unauthenticated uploads. */
  anonymousMemory: MemoryBudget;
  /** Longest time to receive such an upload. */
  anonymousTimeoutMs: number;
  /** The disk that uploads are written to. */
  uploadDisk: DiskReserve;
  /** How long an object may exist without a document. */
  sweepGraceMs: number;
  sweepIntervalMs: number;
  clock: Clock;
  systemClock: SystemClock;
  log: Logger;
  conventions: Conventions;
  internalSecret: string;
  telemetry: Telemetry;
  db: InvoicesDatabase;
  close(): Promise<void>;
}

/** What a process provides; tests also provide store and mailer. */
export interface Parts extends ServiceParts<Clients> {
  store?: ObjectStore;
  mailer?: Mailer;
}

/** Opens all dependencies. The object store opens at its first use, so that it may be down at the start. */
export const createDeps = async (config: Config, parts: Parts): Promise<Deps> => openHome(config, parts);

/** What all databases have in common. */
type Shared = Pick<Deps, "store" | "anonymousMemory" | "uploadDisk">;

/** The dependencies on the database of DATABASE_URL, with the object store. */
export function openHome(config: Config, parts: Parts): Deps {
  const { telemetry = silentTelemetry(), gates } = parts;
  const shared = {
    store: createServiceStore(config.store, { telemetry, store: parts.store, gate: gates?.objectStore }),
    uploadDisk: uploadDisk(config, parts),
    anonymousMemory: createMemoryBudget({
      bytes: config.anonymousUploadBytes,
      bytesPerAddress: config.anonymousAddressBytes,
    }),
  };
  const home = openDeps(config, parts, { shared, url: config.databaseUrl, before: gates?.database });
  observePool(home.db.pool, telemetry);
  telemetry.metrics.watchOutbox(() => outboxOf(home));
  // A series that begins at 0 shows the first one as an increase.
  telemetry.metrics.business.upload.inc(0);
  return {
    ...home,
    async close() {
      await home.runs.stop();
      home.mailer.close();
      await shared.store.close();
      await home.db.close();
    },
  };
}

interface OneDatabase extends Pick<DatabaseOptions, "url" | "before"> {
  shared: Shared;
}

/** The dependencies on one database; closing them leaves open what it shares. */
export function openDeps(config: Config, parts: Parts, { shared, ...database }: OneDatabase): Deps {
  const { log, authenticate, clock = systemClock, checks, telemetry = silentTelemetry() } = parts;
  const { store, uploadDisk: disk, anonymousMemory } = shared;
  const db = openInvoicesDatabase({ ...database, poolSize: config.databasePoolSize, log });
  const mailSettings = { from: config.mailFrom, smtpUrl: config.smtpUrl, dir: config.mailDir };
  const mailer = parts.mailer ?? createMailer(mailSettings);
  const idempotency = idempotencyStore(db, clock);
  const repos = repositories(db);
  const sweepGraceMs = config.sweepGraceSeconds * 1_000;
  return {
    ...guardClients(parts.clients),
    ...repos,
    everywhere: everywhereIs({ ...repos, db }),
    objectKeys: createObjectKeys({
      prefix: objectPrefix,
      unowned: repos.unowned,
      sweepGraceMs,
      systemClock: parts.systemClock,
    }),
    store,
    mailer,
    outbox: createOutbox(db),
    clock,
    systemClock: parts.systemClock ?? systemClock,
    runs: createRuns(),
    log,
    db,
    transaction: (work) => db.transaction(work),
    purgeIdempotencyKeys: () => idempotency.purge(),
    uploadMaxBytes: config.uploadMaxBytes,
    uploadTimeoutMs: config.uploadTimeoutSeconds * 1_000,
    anonymousMemory,
    anonymousTimeoutMs: config.anonymousTimeoutMs,
    uploadDisk: disk,
    sweepGraceMs,
    sweepIntervalMs: config.sweepIntervalSeconds * 1_000,
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
      mailer.close();
      await db.close();
    },
  };
}

const repositories = (db: InvoicesDatabase) => ({
  documents: createFiscalDocumentsRepo(db),
  unowned: createUnownedObjectsRepo(db),
  mail: createOutgoingMailRepo(db),
  reconciliations: createReconciliationsRepo(db),
  packSites: createPackSitesRepo(db),
});
