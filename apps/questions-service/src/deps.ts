import type { CatalogRpc, IdentityRpc, NotificationsRpc } from "@marketplace/contracts";
import { type Conventions, scrollIds } from "@marketplace/conventions";
import { guardClients, idempotencyStore } from "@marketplace/database";
import { openQuestionsDatabase, type QuestionsDatabase } from "@marketplace/database/questions";
import { createOutbox, type Outbox, outboxLag } from "@marketplace/events";
import {
  type Clock,
  databaseDiskReserve,
  type Logger,
  type ServiceParts,
  systemClock,
} from "@marketplace/server";
import { observePool, silentTelemetry, type Telemetry } from "@marketplace/telemetry";
import { type BlacklistRepo, createBlacklistRepo } from "./blacklist/blacklist.repo.ts";
import type { Config } from "./config.ts";
import { createQuestionsRepo, type QuestionsRepo } from "./questions/questions.repo.ts";
import { createSearchRepo, type SearchRepo } from "./questions/search.repo.ts";
import { createResponseTimeRepo, type ResponseTimeRepo } from "./response-time/response-time.repo.ts";
import { createSavedAnswersRepo, type SavedAnswersRepo } from "./saved-answers/saved-answers.repo.ts";
import { timeZones } from "./time-zones.service.ts";

/** The calls to other services. */
export interface Clients {
  catalog: Pick<CatalogRpc, "items" | "sites">;
  identity: Pick<IdentityRpc, "users">;
  notifications: Pick<NotificationsRpc, "publish">;
}

export interface Deps extends Clients {
  questions: QuestionsRepo;
  search: SearchRepo;
  blacklist: BlacklistRepo;
  responseTimes: ResponseTimeRepo;
  savedAnswers: SavedAnswersRepo;
  outbox: Outbox;
  transaction: <T>(work: () => Promise<T>) => Promise<T>;
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
export async function createDeps(config: Config, parts: Parts): Promise<Deps> {
  const { log, authenticate, clock = systemClock, checks, telemetry = silentTelemetry() } = parts;
  const clients = guardClients(parts.clients);
  const db = openQuestionsDatabase({
    url: config.databaseUrl,
    before: parts.gates?.database,
    readUrl: config.databaseReadUrl,
    poolSize: config.databasePoolSize,
    log,
    onRead: telemetry.metrics.replicaRead,
  });
  observePool(db.pool, telemetry);
  telemetry.metrics.watchOutbox(() => outboxLag(db.pool, clock.now()));
  const outbox = createOutbox(db);
  const questions = createQuestionsRepo(db, outbox);
  telemetry.metrics.business.watchQuestions(questions.waiting);
  const conventions: Conventions = {
    authenticate,
    log,
    checks,
    telemetry,
    jsonp: config.jsonp,
    idempotency: idempotencyStore(db, clock),
    disk: databaseDiskReserve(config, parts),
    writing: (callerId, work) => db.recordWrite(callerId, work),
  };
  return {
    // First: in one process there are clients of all services, of this one too.
    ...clients,
    questions,
    search: createSearchRepo(db),
    blacklist: createBlacklistRepo(db),
    responseTimes: createResponseTimeRepo(db),
    savedAnswers: createSavedAnswersRepo(db),
    outbox,
    transaction: (work) => db.transaction(work),
    timeZoneOf: timeZones(clients.catalog),
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
