import type { OrdersRpc } from "@marketplace/contracts";
import { attachedCaller, bareApp, exchangeOf } from "@marketplace/conventions";
import type { Telemetry } from "@marketplace/telemetry";
import type { Http } from "@marketplace/testkit";
import { fakeClock, startApp } from "@marketplace/testkit";
import { smallPool, testDatabase } from "@marketplace/testkit/postgres";
import type { Express } from "express";
import type pg from "pg";
import { pino } from "pino";
import { afterAll } from "vitest";
import {
  type Config,
  createApp,
  createDeps,
  type Deps,
  mounted,
  readConfig,
  seedDemo,
  type Upstreams,
} from "./index.ts";
import type { SeededIdentity } from "./seed.ts";

/** A gateway over a real database with the demo's users, and services that tell what reached them. */
export interface Gateway {
  http: Http;
  clock: ReturnType<typeof fakeClock>;
  deps: Deps;
  /** What the gateway was opened with, to open another one beside it. */
  config: Config;
  demo: SeededIdentity;
  /** Everything logged so far. */
  logs(): string;
  /** Every row of the tables that know of tokens and secrets, as text. */
  dump(): Promise<string>;
  /** What a statement finds, to see how something is stored. */
  rows<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
  bearer(name: keyof SeededIdentity["users"]): { headers: { Authorization: string } };
}

/** Answers who calls and which path arrived, as a service mounted behind the edge sees it. */
function echoService(name: string): Express {
  const app = bareApp();
  app.use((req, res) => {
    const { pathname } = exchangeOf(req, res);
    res.json({ service: name, method: req.method, pathname, authentication: attachedCaller(req) });
  });
  return app;
}

export const echoServices = (): Upstreams => ({
  catalog: mounted(echoService("catalog")),
  questions: mounted(echoService("questions")),
  invoices: mounted(echoService("invoices")),
  orders: mounted(echoService("orders")),
  flex: mounted(echoService("flex")),
});

const site = (id: string, country_id: string) => ({
  id,
  country_id,
  name: id,
  default_currency_id: "USD",
  time_zone: "America/Argentina/Buenos_Aires",
  language: country_id === "BR" ? ("pt" as const) : ("es" as const),
});

/** orders-service, where every user has traded alike; a test may put another in its place. */
export const orders: { trades: OrdersRpc["trades"] } = {
  trades: async ({ user_ids }) =>
    user_ids.map((user_id) => ({
      user_id,
      sold: { completed: 4, canceled: 1 },
      bought: { completed: 2, canceled: 0, canceled_paid: 0 },
    })),
};

const unused = () => Promise.reject(new Error("not asked in these tests"));
const describe = async () => ({ tags: [], paths: {}, schemas: {} });
const ownVitals = { process: "one", uptime_seconds: 60, memory_bytes: 1_000_000 };
const vitals = async () => ({
  ...ownVitals,
  outbox: { waiting: 0, oldest_seconds: 0 },
  mail: null,
});

const clients = (): Parameters<typeof createDeps>[1]["clients"] => ({
  catalog: {
    describe,
    vitals,
    changes: unused,
    sites: async () => [site("MLA", "AR"), site("MLB", "BR")],
    items: unused,
    shippingPreferences: unused,
    hasActiveMe2Listing: unused,
    takeStock: unused,
    returnStock: unused,
    returnUnits: unused,
    setFlex: unused,
  },
  questions: { describe, vitals },
  invoices: { describe, vitals },
  orders: {
    describe,
    vitals,
    trades: (asked) => orders.trades(asked),
  },
  flex: { describe, vitals },
});

/** A Redis on a busy machine may take longer than gateways wait for it. */
const rateLimitAnswerMs = 10_000;

interface Setup {
  config?: Partial<Config>;
  upstreams?: () => Upstreams | Promise<Upstreams>;
  telemetry?: Telemetry;
}

/** Builds the gateway for the present test file; call it at the top level. */
export async function startGateway(setup: Setup = {}): Promise<Gateway> {
  const { config, upstreams = echoServices, telemetry } = setup;
  const { url, directUrl, db } = await testDatabase("gateway");
  const clock = fakeClock();
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void lines.push(line) });
  const env = {
    ...smallPool,
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    INTERNAL_SECRET: "a secret for these tests",
    PUBLIC_URL: "http://market.test",
    SIGN_IN: "picker",
  };
  const parts = {
    log,
    authenticate: attachedCaller,
    clients: clients(),
    clock,
    systemClock: clock,
    vitals: () => ownVitals,
    checks: true,
    telemetry,
    rateLimitAnswerMs,
  };
  const settings = { ...readConfig(env), ...config };
  const deps = await createDeps(settings, parts);
  const demo = await seedDemo(deps, { now: clock.now(), baseUrl: deps.baseUrl });
  afterAll(() => deps.close());
  return {
    http: startApp(async () => createApp(deps, await upstreams())),
    clock,
    deps,
    config: settings,
    demo,
    logs: () => lines.join(""),
    async dump() {
      const identity = ["users", "applications", "grants", "token_families", "tokens", "idempotency_keys"];
      const signIn = ["sessions", "known_browsers", "sign_in_throttles", "totp_secrets", "recovery_codes"];
      const rows = [...identity, ...signIn, "audit_events"].map((name) =>
        db.pool.query(`SELECT t::text AS row, to_jsonb(t)::text FROM ${name} t`),
      );
      return JSON.stringify((await Promise.all(rows)).flatMap((result) => result.rows));
    },
    rows: async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
      (await db.pool.query<Row>(statement, values)).rows,
    bearer: (name) => ({ headers: { Authorization: `Bearer ${demo.users[name].access_token}` } }),
  };
}

/** Another process of a gateway, on the same database and clock; call it at the top level. */
export async function anotherGateway({
  config,
  deps,
  clock,
}: Gateway): Promise<Pick<Gateway, "http" | "deps">> {
  const { log, clients } = deps;
  const authenticate = attachedCaller;
  const parts = { log, authenticate, clients, clock, systemClock: clock, checks: true, rateLimitAnswerMs };
  const another = await createDeps(config, parts);
  afterAll(() => another.close());
  return { http: startApp(() => createApp(another, echoServices())), deps: another };
}
