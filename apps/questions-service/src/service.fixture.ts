import type { ItemSummary, UserProfile } from "@marketplace/contracts";
import { asCaller, fakeClock, startApp, testParts } from "@marketplace/testkit";
import { asAnotherRequest, smallPool, testDatabase } from "@marketplace/testkit/postgres";
import { afterAll, beforeAll } from "vitest";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { createDeps, type Deps } from "./deps.ts";

/** The callers of the tests. */
export const seller = asCaller({ userId: 3_000_000_001 });
export const otherSeller = asCaller({ userId: 3_000_000_002 });
export const buyer = asCaller({ userId: 3_000_000_003, roles: ["buyer"] });
export const otherBuyer = asCaller({ userId: 3_000_000_004, roles: ["buyer"] });
export const operator = asCaller({ userId: 3_000_000_009, roles: ["operator"] });

const item = (id: string, changes: Partial<ItemSummary> = {}): ItemSummary => ({
  id,
  site_id: "MLA",
  seller_id: 3_000_000_001,
  title: "Cafetera",
  category_id: "MLA1",
  price: 100,
  currency_id: "ARS",
  available_quantity: 5,
  status: "active",
  vehicle: false,
  shipping: { mode: "me2", logistic_type: "drop_off", free_shipping: false, tags: [] },
  ...changes,
});

/** The items that the faked catalog-service has. */
export const items = [
  item("MLA100"),
  item("MLA101"),
  item("MLA102", { vehicle: true }),
  item("MLA103", { status: "paused" }),
  item("MLA104", { status: "closed" }),
  ...["MLA105", "MLA106", "MLA107", "MLA108"].map((id) => item(id)),
  item("MLA200", { seller_id: 3_000_000_002 }),
];

const profile = (id: number): UserProfile => ({
  id,
  nickname: `USER${id}`,
  site_id: "MLA",
  country_id: "AR",
  email: `user${id}@marketplace.example`,
  phone: { area_code: "11", number: "44445555" },
  first_name: "Ana",
  last_name: "Paz",
  address: null,
  reputation_level: "5_green",
  roles: ["buyer"],
  moderated: false,
  intervened: false,
  messaging_allowed: true,
});

/** Hooks that run while the service waits. */
interface Meanwhile {
  /** Runs after catalog-service has read the items, before it answers. */
  itemsAreRead?: () => Promise<void>;
}

/** questions-service on a fresh or the given database, with fake clients and a clock that stands still. */
export async function questionsService(
  on?: { url: string; readUrl: string },
  env: Record<string, string> = {},
) {
  const clock = fakeClock("2026-03-10T15:00:00.000Z");
  const { db, url } = await testDatabase("questions");
  const meanwhile: Meanwhile = {};
  const clients = {
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
      users: async ({ ids }: { ids: number[] }) => ids.filter((id) => id < 4_000_000_000).map(profile),
    },
    notifications: { publish: async ({ events }: { events: unknown[] }) => ({ accepted: events.length }) },
  };
  const config = readConfig({
    ...smallPool,
    DATABASE_URL: on?.url ?? url,
    DATABASE_READ_URL: on?.readUrl,
    INTERNAL_SECRET: "a secret that only tests know",
    ...env,
  });
  const parts = { ...testParts(clock), clients };
  let deps: Deps | undefined;
  beforeAll(async () => {
    deps = await createDeps(config, parts);
  });
  afterAll(() => deps?.close());
  const opened = (): Deps => {
    if (!deps) throw new Error("deps are opened in beforeAll: use them in a test");
    return deps;
  };
  const http = startApp(() => createApp(opened()));
  const ask = async (text = "¿Hay stock?", { as = buyer, item_id = "MLA100" } = {}) => {
    const answer = await http.post("/questions", { as, body: { item_id, text } });
    if (answer.status !== 201) throw new Error(`asking failed: ${answer.text}`);
    return answer.json<{ id: number; status: string; hold: boolean }>();
  };
  const recordedEvents = async () => {
    const { rows } = await db.pool.query<{ resource: string; user_id: number; topic: string }>(
      "SELECT topic, resource, user_id FROM outbox_events ORDER BY position",
    );
    return rows;
  };
  /** Resolves when a session waits for a lock. */
  const someoneWaits = async () => {
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let found = false;
    while (!found) found = (await asAnotherRequest(() => db.pool.query(waiting))).rows.length > 0;
  };
  return { http, clock, db, ask, recordedEvents, meanwhile, someoneWaits, deps: opened };
}
