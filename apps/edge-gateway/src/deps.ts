import {
  type CatalogRpc,
  type FlexRpc,
  type InvoicesRpc,
  type OrdersRpc,
  processVitals,
  type QuestionsRpc,
} from "@marketplace/contracts";
import { type Conventions, dayMs } from "@marketplace/conventions";
import { guardClients, type Invalidations, idempotencyStore, openInvalidations } from "@marketplace/database";
import { type GatewayDatabase, openGatewayDatabase } from "@marketplace/database/gateway";
import {
  type Clock,
  databaseDiskReserve,
  type Logger,
  systemClock as machineClock,
  type ServiceParts,
  type SystemClock,
} from "@marketplace/server";
import { observePool, silentTelemetry, type Telemetry } from "@marketplace/telemetry";
import {
  type ApplicationsRepo,
  changedApplications,
  createApplicationsRepo,
} from "./applications/applications.repo.ts";
import { type AuditRepo, createAuditRepo } from "./audit/audit.repo.ts";
import { createOperatorWrites, type OperatorWrites } from "./audit/operator-writes.service.ts";
import { createGrantsRepo, type GrantsRepo } from "./authorization/grants.repo.ts";
import type { Config } from "./config.ts";
import { openRateLimiter } from "./edge/open-rate-limiter.ts";
import type { RateLimiter } from "./edge/rate-limit.ts";
import { noProxies, type TrustedProxies } from "./edge/trusted-proxies.ts";
import type { AroundSend } from "./notifications/http-sender.service.ts";
import { createNotifications, type Notifications } from "./notifications/notifications.service.ts";
import { type ProvenClients, provenClients } from "./oauth/proven-clients.service.ts";
import { type BacklogRepo, createBacklogRepo } from "./operations/backlog.repo.ts";
import { inThisProcess, type ReplicasOf } from "./operations/replicas.service.ts";
import { createResponseCache, type ResponseCache } from "./response-cache/response-cache.ts";
import { keyedHash } from "./secrets/keyed-hash.ts";
import { sealedAnswers } from "./secrets/sealed-answers.ts";
import { secretBox } from "./secrets/secret-box.ts";
import { createSignIn, type SignInParts } from "./sign-in/deps.ts";
import type { SignIn } from "./sign-in/sign-in.policy.ts";
import { createTokenCheck, type TokenCheck } from "./tokens/token-check.service.ts";
import { createTokenFamiliesRepo, type TokenFamiliesRepo } from "./tokens/token-families.repo.ts";
import { createTokensRepo, revokedFamilies, type TokensRepo } from "./tokens/tokens.repo.ts";
import {
  changedUsers,
  createUserAdministrationRepo,
  type UserAdministrationRepo,
} from "./users/administration.repo.ts";
import { type TradesOfUsers, tradesOfUsers } from "./users/trades.service.ts";
import { createUsersRepo, type UsersRepo } from "./users/users.repo.ts";

/** The services the gateway asks: for their descriptions, the catalog for sites, orders for trades. */
export interface Clients {
  catalog: CatalogRpc;
  questions: Pick<QuestionsRpc, "describe" | "vitals">;
  invoices: Pick<InvoicesRpc, "describe" | "vitals">;
  orders: Pick<OrdersRpc, "describe" | "trades" | "vitals">;
  flex: Pick<FlexRpc, "describe" | "vitals">;
}

/** Everything the gateway's resources and its edge work with. */
export interface Deps extends SignInParts {
  conventions: Conventions;
  log: Logger;
  clock: Clock;
  systemClock: SystemClock;
  clients: Clients;
  /** Where clients reach the product, without a trailing slash. */
  baseUrl: string;
  /** Start of permalinks, without a trailing slash. */
  webUrl: string;
  internalSecret: string;
  /** In every token and code that is issued; empty outside of the sandbox's worlds. */
  credentialTag: string;
  telemetry: Telemetry;
  responseCache: ResponseCache;
  allowPrivateCallbacks: boolean;
  /** Whether public reads of the catalog need no token. */
  anonymousReads: boolean;
  signIn: SignIn;
  trustedProxies: TrustedProxies;
  /** The deployment's limit per application; 0 is none. */
  requestsPerMinute: number;
  rateLimit: RateLimiter;
  provenClients: ProvenClients;
  users: UsersRepo;
  trades: TradesOfUsers;
  managedUsers: UserAdministrationRepo;
  applications: ApplicationsRepo;
  grants: GrantsRepo;
  tokens: TokensRepo;
  tokenFamilies: TokenFamiliesRepo;
  tokenCheck: TokenCheck;
  notifications: Notifications;
  backlog: BacklogRepo;
  /** How every replica of the other services is. */
  replicas: ReplicasOf;
  /** How this process is. */
  vitals: typeof processVitals;
  audit: AuditRepo;
  operatorWrites: OperatorWrites;
  /** Runs work in one transaction of the gateway's database. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Rejects while the database cannot be reached. */
  databaseReady(): Promise<unknown>;
  /** Deletes what has expired. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

export interface Parts extends ServiceParts<Clients> {
  /** What every token and code that is issued carries; nothing when absent. */
  credentialTag?: string | undefined;
  /** What is called around each attempt to deliver a notification. */
  aroundSend?: AroundSend | undefined;
  /** How replicas in other processes are asked; absent where the services are in this one. */
  replicas?: ReplicasOf | undefined;
  vitals?: typeof processVitals | undefined;
  /** The longest that a request waits for shared rate limits; absent for that of a production gateway. */
  rateLimitAnswerMs?: number | undefined;
}

/** Opens the gateway's database and builds what works on it; `close` undoes it. */
export async function createDeps(config: Config, parts: Parts): Promise<Deps> {
  const { log, authenticate, clock = machineClock, checks = false } = parts;
  const clients = guardClients(parts.clients);
  const { telemetry = silentTelemetry(), systemClock = machineClock } = parts;
  const db = openGatewayDatabase({
    url: config.databaseUrl,
    before: parts.gates?.database,
    poolSize: config.databasePoolSize,
    log,
  });
  // LISTEN needs the server itself.
  const directUrl = config.databaseDirectUrl ?? config.databaseUrl;
  const invalidations = openInvalidations({ url: directUrl, log });
  const ofTokens = tokenParts(db, { invalidations, clock, systemClock, telemetry });
  observePool(db.pool, telemetry);
  const responseCache = createResponseCache({ clock: systemClock, metrics: telemetry.metrics });
  // An answer may say of a moment that it is to come.
  const unsubscribe = clock.onMoved?.(responseCache.clear);
  const idempotency = idempotencyStore(db, clock);
  const signIn = createSignIn(db, { config, clock, systemClock, log });
  const applications = createApplicationsRepo(db, {
    box: secretBox(config.internalSecret, "webhook secrets"),
    clock,
  });
  const notifications = createNotifications({
    db,
    databaseUrl: directUrl,
    applications,
    clock,
    systemClock,
    log,
    metrics: telemetry.metrics,
    timeoutMs: config.notificationTimeoutMs,
    allowPrivate: config.allowPrivateCallbacks,
    aroundSend: parts.aroundSend,
  });
  const audit = createAuditRepo(db, clock);
  const operatorWrites = createOperatorWrites(audit, log);
  const users = createUsersRepo(db);
  const rateLimits = await openRateLimiter(config, { ...parts, systemClock, telemetry });
  telemetry.metrics.business.watchUsers(users.count);
  return {
    conventions: {
      authenticate,
      log,
      jsonp: config.jsonp,
      checks,
      telemetry,
      disk: databaseDiskReserve(config, parts),
      idempotency: sealedAnswers(
        idempotency,
        secretBox(config.internalSecret, "stored answers"),
        keyedHash(config.internalSecret, "requests"),
      ),
    },
    log,
    clock,
    systemClock,
    clients,
    telemetry,
    responseCache,
    ...ofTokens,
    baseUrl: config.baseUrl,
    webUrl: config.webUrl,
    internalSecret: config.internalSecret,
    credentialTag: parts.credentialTag ?? "",
    allowPrivateCallbacks: config.allowPrivateCallbacks,
    anonymousReads: config.anonymousReads,
    signIn: config.signIn,
    ...signIn,
    trustedProxies: config.trustedProxies ?? noProxies,
    requestsPerMinute: config.rateLimitPerMinute,
    rateLimit: rateLimits.limit,
    provenClients: provenClients(telemetry.metrics),
    users,
    trades: tradesOfUsers({ ask: clients.orders.trades, systemClock, log, metrics: telemetry.metrics }),
    managedUsers: createUserAdministrationRepo(db),
    applications,
    notifications,
    backlog: createBacklogRepo(db),
    replicas: parts.replicas ?? inThisProcess(clients),
    vitals: parts.vitals ?? processVitals,
    audit,
    operatorWrites,
    grants: createGrantsRepo(db),
    transaction: (work) => db.transaction(work),
    databaseReady: db.answers,
    async purge() {
      const purges = [
        () => ofTokens.tokens.purge(clock.now()),
        () => notifications.purge(clock.now()),
        () => audit.purge(new Date(clock.now().getTime() - config.auditRetentionDays * dayMs)),
        () => signIn.sessions.purge(),
        () => signIn.throttle.purge(),
        () => signIn.oidc?.pending.purge(systemClock.now()),
        () => idempotency.purge(),
      ];
      // One that fails keeps no other from its turn.
      const errors: unknown[] = [];
      for (const purge of purges) await Promise.resolve(purge()).catch((error) => errors.push(error));
      if (errors.length > 1) throw new AggregateError(errors, "more than one purge failed");
      if (errors.length > 0) throw errors[0];
    },
    async close() {
      unsubscribe?.();
      responseCache.close();
      rateLimits.close();
      await operatorWrites.settled();
      await invalidations.close();
      await notifications.close();
      await db.close();
    },
  };
}

interface TokenSurroundings {
  invalidations: Invalidations;
  clock: Clock;
  systemClock: SystemClock;
  telemetry: Telemetry;
}

/** Revocations of all processes reach the token check. */
function tokenParts(db: GatewayDatabase, around: TokenSurroundings) {
  const { invalidations, clock, systemClock, telemetry } = around;
  const tokens = createTokensRepo(db, clock);
  const tokenFamilies = createTokenFamiliesRepo(db);
  const { metrics } = telemetry;
  const tokenCheck = createTokenCheck({
    find: tokens.findAccess,
    noteUse: tokenFamilies.noteUse,
    clock,
    systemClock,
    metrics,
  });
  invalidations.on(revokedFamilies, tokenCheck.forget);
  invalidations.on(changedUsers, (id) => tokenCheck.forgetUser(id === undefined ? id : Number(id)));
  invalidations.on(changedApplications, (id) =>
    tokenCheck.forgetApplication(id === undefined ? id : Number(id)),
  );
  return { tokens, tokenFamilies, tokenCheck };
}
