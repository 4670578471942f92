import { type CatalogRpc, type IdentityRpc, type NotificationsRpc, timeZones } from "@marketplace/contracts";
import { type Conventions, scrollIds } from "@marketplace/conventions";
import { guardClients, idempotencyStore } from "@marketplace/database";
import {
  type DatabaseOptions,
  openQuestionsDatabase,
  type QuestionsDatabase,
} from "@marketplace/database/questions";
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
import { type BlacklistRepo, createBlacklistRepo } from "./blacklist/blacklist.repo.ts";
import type { Config } from "./config.ts";
import { createQuestionsRepo, type QuestionsRepo } from "./questions/questions.repo.ts";
import { createSearchRepo, type SearchRepo } from "./questions/search.repo.ts";
import { createResponseTimeRepo, type ResponseTimeRepo } from "./response-time/response-time.repo.ts";
import { createSavedAnswersRepo, type SavedAnswersRepo } from "./saved-answers/saved-answers.repo.ts";
import type { LeftAtHome } from "./sharding/left-at-home.ts";

/** The calls to other services. */
export interface Clients {
  catalog: Pick<CatalogRpc, "items" | "sites">;
  identity: Pick<IdentityRpc, "users">;
  notifications: Pick<NotificationsRpc, "publish">;
}

export interface Deps extends Clients {
  /** Sites with databases of their own; these are the dependencies on the home database then. */
  sites?: SiteDatabases<Deps> | undefined;
  questions: QuestionsRepo;
  search: SearchRepo;
  blacklist: BlacklistRepo;
  /** Set where questions are in a site's database: blacklists are at home, not beside them. */
  blockedAtHome?: BlacklistRepo["isBlocked"];
  /** Set there too: what home has of the site's items while rows are on their way from home. */
  leftAtHome?: LeftAtHome;
  responseTimes: ResponseTimeRepo;
  savedAnswers: SavedAnswersRepo;
  outbox: Outbox;
  transaction: <T>(work: () => Promise<T>) => Promise<T>;
  purgeIdempotencyKeys: () => Promise<number>;
  /** The IANA time zone of a site. */
  timeZoneOf: (siteId: string) => Promise<string>;
  scrollIds: ReturnType<typeof scrollIds>;
  /** Whether texts with contact data wait for an operator. */
  moderation: boolean;
  clock: Clock;
  log: Logger;
  conventions: Conventions;
  internalSecret: string;
  telemetry: Telemetry;
  db: QuestionsDatabase;
  close(): Promise<void>;
}

/** What the process provides: clients of other services, and the authentication of callers. */
export type Parts = ServiceParts<Clients>;

/** Opens the database and creates the dependencies. */
export const createDeps = async (config: Config, parts: Parts): Promise<Deps> =>
  observed(openHome(config, parts));

/** The dependencies on the database of DATABASE_URL. */
export function openHome(config: Config, parts: Parts): Deps {
  const { telemetry = silentTelemetry(), gates } = parts;
  const home = openDeps(config, parts, {
    url: config.databaseUrl,
    before: gates?.database,
    readUrl: config.databaseReadUrl,
    onRead: telemetry.metrics.replicaRead,
  });
  observePool(home.db.pool, telemetry);
  telemetry.metrics.watchOutbox(() => outboxOf(home));
  if (home.db.replicated) telemetry.metrics.watchReplica(() => home.db.replicaLagSeconds());
  return home;
}

/** Adds the metrics that are about all databases. */
export function observed(deps: Deps): Deps {
  const { metrics } = deps.telemetry;
  metrics.business.watchQuestions(deps.questions.waiting);
  return deps;
}

type DatabaseParts = Pick<DatabaseOptions, "url" | "before" | "readUrl" | "onRead">;

/** The dependencies on one database. */
export function openDeps(config: Config, parts: Parts, database: DatabaseParts): Deps {
  const { log, authenticate, clock = systemClock, checks, telemetry = silentTelemetry() } = parts;
  const clients = guardClients(parts.clients);
  const db = openQuestionsDatabase({ ...database, poolSize: config.databasePoolSize, log });
  const outbox = createOutbox(db);
  const idempotency = idempotencyStore(db, clock);
  const conventions: Conventions = {
    authenticate,
    log,
    checks,
    telemetry,
    jsonp: config.jsonp,
    idempotency,
    disk: databaseDiskReserve(config, parts),
    writing: (callerId, work) => db.recordWrite(callerId, work),
  };
  return {
    // First: in one process there are clients of all services, of this one too.
    ...clients,
    questions: createQuestionsRepo(db, outbox),
    search: createSearchRepo(db),
    blacklist: createBlacklistRepo(db),
    responseTimes: createResponseTimeRepo(db),
    savedAnswers: createSavedAnswersRepo(db),
    outbox,
    transaction: (work) => db.transaction(work),
    purgeIdempotencyKeys: () => idempotency.purge(),
    timeZoneOf: timeZones(clients.catalog, "UTC"),
    scrollIds: scrollIds(config.internalSecret),
    moderation: config.questionModeration,
    clock,
    log,
    conventions,
    internalSecret: config.internalSecret,
    telemetry,
    db,
    close: () => db.close(),
  };
}
