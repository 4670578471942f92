import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { MarketplaceEvent, PackSummary } from "@marketplace/contracts";
import type { Authentication } from "@marketplace/conventions";
import type { ShardUrls } from "@marketplace/database";
import type { ObjectStore } from "@marketplace/object-store";
import { openFileStore } from "@marketplace/object-store";
import type { DiskSpace } from "@marketplace/server";
import { inEach } from "@marketplace/sharding";
import type { Telemetry } from "@marketplace/telemetry";
import { asCaller, callers, fakeClock, startApp, testParts, userProfile } from "@marketplace/testkit";
import { recordedEvents, smallPool, testDatabase } from "@marketplace/testkit/postgres";
import { afterAll } from "vitest";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import type { Mailer, Message } from "./mail/mailer.service.ts";
import { createShardedDeps } from "./sharding/sharded-deps.ts";

/** The users of the tests. */
export const ids = { seller: 3_000_000_001, otherSeller: 3_000_000_002, buyer: 3_000_000_003 } as const;
export const seller = asCaller({ userId: ids.seller });
export const otherSeller = asCaller({ userId: ids.otherSeller });
export const buyer = asCaller({ userId: ids.buyer, roles: ["buyer"] });
export const stranger = asCaller({ userId: 3_000_000_004, roles: ["buyer"] });
/** A seller who may not use messaging. */
export const silentSeller = asCaller({ userId: 3_000_000_005 });
export const readOnlySeller = asCaller({ userId: ids.seller, scopes: ["read"] });

/** A sale of the tests. */
interface Sale {
  siteId: string;
  sellerId: number;
  buyerId: number;
  logisticType: string;
}

/** orders-service with the sales of a test, kept in memory. Ids of packs and orders are one sequence. */
function fakeOrders() {
  const packs = new Map<number, PackSummary>();
  let lastId = 4_600_000_000;
  const add = ({ siteId, sellerId, buyerId, logisticType }: Sale, order_in_pack: boolean) => {
    lastId += 1;
    const parties = { site_id: siteId, seller_id: sellerId, buyer_id: buyerId };
    const fulfillment = logisticType === "fulfillment";
    packs.set(lastId, { id: lastId, ...parties, fulfillment, order_in_pack });
    return lastId;
  };
  return {
    add,
    pack: async ({ pack_id }: { pack_id: number }) => packs.get(pack_id) ?? null,
  };
}

/** Tokens that a test may send as a form field. */
export const formTokens = {
  seller: "APP_USR-1-tokenOfSeller-3000000001",
  buyer: "APP_USR-1-tokenOfBuyer-3000000003",
  readOnly: "APP_USR-1-withoutScopeWrite-3000000001",
  unknown: "APP_USR-1-issuedToNobody-3000000001",
} as const;
const authentications = new Map<string, Authentication>([
  [formTokens.seller, seller],
  [formTokens.buyer, buyer],
  [formTokens.readOnly, readOnlySeller],
]);

interface FixtureOptions {
  /** Wraps the store. */
  around?: (store: ObjectStore) => ObjectStore;
  env?: Record<string, string>;
  /** Replaces the file system's free space. */
  disks?: DiskSpace;
  telemetry?: Telemetry;
  /** How long an e-mail takes. */
  mailMs?: number;
  /** Databases that are there, instead of a fresh one. */
  on?: { url: string; shards?: ShardUrls };
  /** A service whose orders, files and clock this one has too, as another process of a deployment. */
  beside?: World;
}

/** What services of one deployment have in common, and what they did. */
interface World {
  orders: ReturnType<typeof fakeOrders>;
  clock: ReturnType<typeof fakeClock>;
  root: string;
  sent: Message[];
  published: MarketplaceEvent[];
}

async function newWorld(): Promise<World> {
  const root = await mkdtemp(join(tmpdir(), "invoices-"));
  afterAll(() => rm(root, { recursive: true, force: true }));
  const clock = fakeClock("2026-03-10T15:00:00.000Z");
  return { orders: fakeOrders(), clock, root, sent: [], published: [] };
}

/** invoices-service on a fresh database and store, with fake clients and a clock that stands still. */
export async function invoicesService(options: FixtureOptions = {}) {
  const { around = (store) => store, env = {}, disks = {}, telemetry, on } = options;
  // Made first, so that its folder is removed last.
  const { orders, clock, root, sent, published } = options.beside ?? (await newWorld());
  const own = on ? undefined : await testDatabase("invoices");
  const url = on?.url ?? own?.url ?? "";
  const mailer: Mailer = {
    async send(message) {
      if (options.mailMs !== undefined) await delay(options.mailMs);
      sent.push(message);
    },
    close() {},
  };
  const checkedTokens: string[] = [];
  const identity = {
    users: async ({ ids: wanted }: { ids: number[] }) =>
      wanted.map((id) => userProfile(id, { messaging_allowed: id !== 3_000_000_005 })),
    async authenticate({ token }: { token: string }) {
      checkedTokens.push(token);
      return authentications.get(token) ?? callers.invalid;
    },
  };
  const notifications = {
    async publish({ events }: { events: MarketplaceEvent[] }) {
      published.push(...events);
      return { accepted: events.length };
    },
  };
  const clients = { orders, identity, notifications };
  const store = around(await openFileStore({ driver: "file", root }));
  const required = { DATABASE_URL: url, INTERNAL_SECRET: "a secret that only tests know" };
  const config = readConfig({ ...smallPool, ...required, ...env });
  const told = telemetry && { telemetry };
  const parts = { ...testParts(clock), clients, store, mailer, disks, ...told };
  const deps = await createShardedDeps(config, parts, on?.shards ?? new Map());
  const db = own?.db ?? deps.db;
  afterAll(() => deps.close());
  const http = startApp(() => createApp(deps));
  const sale = async (changes: Partial<Sale> = {}, { packed = true } = {}) => {
    const parties = { siteId: "MLA", sellerId: ids.seller, buyerId: ids.buyer };
    const made = { ...parties, logisticType: "drop_off", ...changes };
    const orderId = orders.add(made, packed);
    return { packId: packed ? orders.add(made, false) : orderId, orderId };
  };
  /** Lets time pass for jobs: rows that wait by the database's clock are due that much sooner. */
  const elapse = async (milliseconds: number) => {
    clock.advance(milliseconds);
    const statement = (table: string) => `UPDATE ${table} SET due_at = due_at - $1 * interval '1 ms'`;
    await inEach(deps, async ({ db: { pool } }) => {
      for (const table of ["outgoing_mail", "unowned_objects"])
        await pool.query(statement(table), [milliseconds]);
    });
  };
  const jobs = { elapse, recordedEvents: () => recordedEvents(db) };
  return { http, clock, db, url, orders, sent, published, checkedTokens, sale, ...jobs, deps, root };
}

/** One part of a multipart body. */
export interface Part {
  name?: string;
  filename?: string;
  type?: string;
  content?: Buffer | string;
  /** The whole Content-Disposition line, for what the fields above cannot say. */
  disposition?: string;
}

/** A multipart body of these parts, as curl would send it. */
export function multipart(parts: readonly Part[], { end = true } = {}) {
  const boundary = `----${randomUUID()}`;
  const chunks = parts.flatMap(({ name = "fiscal_document", filename, type, content = "", disposition }) => {
    const file = filename === undefined ? "" : `; filename="${filename.replaceAll('"', "%22")}"`;
    const head = disposition ?? `form-data; name="${name}"${file}`;
    const media = type === undefined ? "" : `Content-Type: ${type}\r\n`;
    const lines = `--${boundary}\r\nContent-Disposition: ${head}\r\n${media}\r\n`;
    return [Buffer.from(lines), Buffer.from(content), Buffer.from("\r\n")];
  });
  const body = Buffer.concat([...chunks, Buffer.from(end ? `--${boundary}--\r\n` : "")]);
  return { body, headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` } };
}

export const pdf = (changes: Part = {}): Part => ({
  filename: "invoice.pdf",
  type: "application/pdf",
  content: "%PDF-1.4 some bytes",
  ...changes,
});
export const xml = (changes: Part = {}): Part => ({
  filename: "invoice.xml",
  type: "application/xml",
  content: "<factura/>",
  ...changes,
});
