import type { MarketplaceEvent } from "@marketplace/contracts";
import type { ShardUrls } from "@marketplace/database";
import type { Telemetry } from "@marketplace/telemetry";
import {
  acceptingGateway,
  asCaller,
  fakeClock,
  itemSummary,
  startApp,
  testParts,
  userProfile,
} from "@marketplace/testkit";
import { asAnotherRequest, recordedEvents, smallPool, testDatabase } from "@marketplace/testkit/postgres";
import { afterAll } from "vitest";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { createShardedDeps } from "./sharding/sharded-deps.ts";

/** The callers of the tests. */
export const seller = asCaller({ userId: 3_000_000_001 });
export const otherSeller = asCaller({ userId: 3_000_000_002 });
export const buyer = asCaller({ userId: 3_000_000_003, roles: ["buyer"] });
export const otherBuyer = asCaller({ userId: 3_000_000_004, roles: ["buyer"] });
export const operator = asCaller({ userId: 3_000_000_009, roles: ["operator"] });

/** The items that the faked catalog-service has. */
export const items = [
  ...["MLA100", "MLA101", "MLA105", "MLA106", "MLA107", "MLA108"].map((id) => itemSummary(id)),
  itemSummary("MLA102", { vehicle: true }),
  itemSummary("MLA103", { status: "paused" }),
  itemSummary("MLA104", { status: "closed" }),
  itemSummary("MLA200", { seller_id: 3_000_000_002 }),
  itemSummary("MLC300", { site_id: "MLC" }),
  itemSummary("MLC301", { site_id: "MLC" }),
];

/** Hooks that run while the service waits. */
interface Meanwhile {
  /** Runs after catalog-service has read the items, before it answers. */
  itemsAreRead?: () => Promise<void>;
  /** Runs with the events that the gateway gets. */
  published?: (events: readonly MarketplaceEvent[]) => void;
}

/** questions-service on a fresh or the given database, with fake clients and a clock that stands still. */
export async function questionsService(
  on?: { url: string; readUrl?: string; shards?: ShardUrls },
  env: Record<string, string> = {},
  telemetry?: Telemetry,
) {
  const clock = fakeClock("2026-03-10T15:00:00.000Z");
  const { db, url } = await testDatabase("questions");
  const meanwhile: Meanwhile = {};
  const clients = {
    // One process gives each service the clients of all.
    questions: {},
    catalog: {
      async items({ ids }: { ids: string[] }) {
        const found = items.filter(({ id }) => ids.includes(id));
        await asAnotherRequest(async () => meanwhile.itemsAreRead?.());
        return found;
      },
      sites: async () => [
        {
          id: "MLA",
          name: "Argentina",
          country_id: "AR",
          default_currency_id: "ARS",
          language: "es" as const,
          time_zone: "America/Argentina/Buenos_Aires",
        },
        {
          id: "MLC",
          name: "Chile",
          country_id: "CL",
          default_currency_id: "CLP",
          language: "es" as const,
          time_zone: "America/Santiago",
        },
      ],
    },
    identity: {
      users: async ({ ids }: { ids: number[] }) =>
        ids.filter((id) => id < 4_000_000_000).map((id) => userProfile(id)),
    },
    notifications: {
      publish: async (batch: { events: MarketplaceEvent[] }) => {
        meanwhile.published?.(batch.events);
        return acceptingGateway.publish(batch);
      },
    },
  };
  const config = readConfig({
    ...smallPool,
    DATABASE_URL: on?.url ?? url,
    DATABASE_READ_URL: on?.readUrl,
    INTERNAL_SECRET: "a secret that only tests know",
    ...env,
  });
  const parts = { ...testParts(clock), clients, ...(telemetry && { telemetry }) };
  const deps = await createShardedDeps(config, parts, on?.shards ?? new Map());
  afterAll(() => deps.close());
  const http = startApp(() => createApp(deps));
  const ask = async (text = "¿Hay stock?", { as = buyer, item_id = "MLA100" } = {}) => {
    const answer = await http.post("/questions", { as, body: { item_id, text } });
    if (answer.status !== 201) throw new Error(`asking failed: ${answer.text}`);
    return answer.json<{ id: number; status: string; hold: boolean }>();
  };
  /** Resolves when a session waits for a lock. */
  const someoneWaits = async () => {
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let found = false;
    while (!found) found = (await asAnotherRequest(() => db.pool.query(waiting))).rows.length > 0;
  };
  return { http, clock, db, ask, recordedEvents: () => recordedEvents(db), meanwhile, someoneWaits, deps };
}
