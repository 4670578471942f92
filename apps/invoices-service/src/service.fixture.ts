import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CatalogRpc, FlexRpc } from "@marketplace/contracts";
import type { Authentication } from "@marketplace/conventions";
import type { DiskSpace } from "@marketplace/server";
import type { Telemetry } from "@marketplace/telemetry";
import {
  acceptingGateway,
  asCaller,
  callers,
  fakeClock,
  itemSummary,
  startApp,
  testParts,
  userProfile,
} from "@marketplace/testkit";
import { recordedEvents, smallPool, testDatabase } from "@marketplace/testkit/postgres";
import { afterAll } from "vitest";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { createDeps } from "./deps.ts";
import type { Mailer, Message } from "./mail/mailer.service.ts";
import { openFileStore } from "./object-store/file.driver.ts";
import type { ObjectStore } from "./object-store/object-store.ts";
import type { NewOrder } from "./orders/orders.repo.ts";

/** The users of the tests. */
export const ids = { seller: 3_000_000_001, otherSeller: 3_000_000_002, buyer: 3_000_000_003 } as const;
export const seller = asCaller({ userId: ids.seller });
export const otherSeller = asCaller({ userId: ids.otherSeller });
export const buyer = asCaller({ userId: ids.buyer, roles: ["buyer"] });
export const stranger = asCaller({ userId: 3_000_000_004, roles: ["buyer"] });
/** A seller who may not use messaging. */
export const silentSeller = asCaller({ userId: 3_000_000_005 });
export const readOnlySeller = asCaller({ userId: ids.seller, scopes: ["read"] });

const onFlex = { mode: "me2", logistic_type: "self_service", free_shipping: true, tags: ["self_service_in"] };

/** The items of the tests, as catalog-service would know them. */
export const freshItems = () => [
  itemSummary("MLA100", { available_quantity: 50 }),
  itemSummary("MLA101", { shipping: onFlex }),
  itemSummary("MLA102", { available_quantity: 1 }),
  itemSummary("MLA103", { status: "paused" }),
  itemSummary("MLA104", { available_quantity: 40 }),
  itemSummary("MLA105", { available_quantity: 1 }),
  itemSummary("MLA200", { seller_id: ids.otherSeller }),
];

/** catalog-service's stock, kept in memory by the same rules: all lines or none, once per key. */
export function fakeCatalog(items = freshItems()) {
  const answers = new Map<string, Awaited<ReturnType<CatalogRpc["takeStock"]>>>();
  const taken = new Map<string, { item_id: string; quantity: number }[]>();
  const move = (id: string, quantity: number) => {
    const found = items.find((candidate) => candidate.id === id);
    if (found) found.available_quantity += quantity;
  };
  const reasonAgainst = (id: string, quantity: number) => {
    const found = items.find((candidate) => candidate.id === id);
    if (!found) return "not_found" as const;
    if (found.status !== "active") return "not_active" as const;
    return found.available_quantity < quantity ? ("insufficient" as const) : undefined;
  };
  const catalog = {
    items: async ({ ids: wanted }: { ids: string[] }) => items.filter(({ id }) => wanted.includes(id)),
    async takeStock({ purchase_key, lines }: Parameters<CatalogRpc["takeStock"]>[0]) {
      const stored = answers.get(purchase_key);
      if (stored) return stored;
      const faults = lines.flatMap(({ item_id, quantity }) => {
        const reason = reasonAgainst(item_id, quantity);
        return reason ? [{ item_id, reason }] : [];
      });
      const sold = lines.map(({ item_id }) => item_id);
      if (faults.length === 0) {
        for (const { item_id, quantity } of lines) move(item_id, -quantity);
        taken.set(purchase_key, lines);
      }
      const answer =
        faults.length > 0
          ? { taken: false as const, faults }
          : { taken: true as const, items: items.filter(({ id }) => sold.includes(id)) };
      answers.set(purchase_key, answer);
      return answer;
    },
    async returnStock({ purchase_key }: { purchase_key: string }) {
      if (!answers.has(purchase_key)) answers.set(purchase_key, { taken: false, faults: [] });
      const lines = taken.get(purchase_key);
      taken.delete(purchase_key);
      for (const { item_id, quantity } of lines ?? []) move(item_id, quantity);
      return { returned: lines !== undefined };
    },
  };
  return { ...catalog, stockOf: (id: string) => items.find((found) => found.id === id)?.available_quantity };
}

function fakeFlex() {
  const shipments = new Map<number, { id: number; selfService: boolean }>();
  return {
    shipments,
    async createShipment({ order_id, self_service }: Parameters<FlexRpc["createShipment"]>[0]) {
      const known = shipments.get(order_id) ?? {
        id: 4_100_000_001 + shipments.size,
        selfService: self_service,
      };
      shipments.set(order_id, known);
      return { shipment_id: known.id };
    },
  };
}

/** Tokens that a test may send as a form field. */
const formTokens: Record<string, Authentication> = {
  "the seller's token": seller,
  "the buyer's token": buyer,
  "a token without scope write": readOnlySeller,
};

interface FixtureOptions {
  /** Wraps the store. */
  around?: (store: ObjectStore) => ObjectStore;
  env?: Record<string, string>;
  /** Replaces the file system's free space. */
  disks?: DiskSpace;
  telemetry?: Telemetry;
}

/** invoices-service on a fresh database and store, with fake clients and a clock that stands still. */
export async function invoicesService(options: FixtureOptions = {}) {
  const { around = (store) => store, env = {}, disks = {}, telemetry } = options;
  const clock = fakeClock("2026-03-10T15:00:00.000Z");
  const { db, url } = await testDatabase("invoices");
  const catalog = fakeCatalog();
  const flex = fakeFlex();
  const sent: Message[] = [];
  const mailer: Mailer = { send: async (message) => void sent.push(message), close() {} };
  const identity = {
    users: async ({ ids: wanted }: { ids: number[] }) =>
      wanted.map((id) => userProfile(id, { messaging_allowed: id !== 3_000_000_005 })),
    authenticate: async ({ token }: { token: string }) => formTokens[token] ?? callers.invalid,
  };
  const clients = { catalog, flex, identity, notifications: acceptingGateway };
  const root = await mkdtemp(join(tmpdir(), "invoices-"));
  const store = around(await openFileStore({ driver: "file", root }));
  const required = { DATABASE_URL: url, INTERNAL_SECRET: "a secret that only tests know" };
  const config = readConfig({ ...smallPool, ...required, ...env });
  const told = telemetry && { telemetry };
  const deps = await createDeps(config, { ...testParts(clock), clients, store, mailer, disks, ...told });
  afterAll(async () => {
    await deps.close();
    await rm(root, { recursive: true, force: true });
  });
  const http = startApp(() => createApp(deps));
  const sale = async (changes: Partial<NewOrder> = {}, { items = 1, packed = true } = {}) => {
    const order: NewOrder = {
      siteId: "MLA",
      sellerId: ids.seller,
      buyerId: ids.buyer,
      itemId: "MLA100",
      quantity: 1,
      unitPrice: 100.5,
      currencyId: "ARS",
      logisticType: "drop_off",
      selfService: false,
      createdAt: clock.now(),
      ...changes,
    };
    const orders = await deps.orders.add(Array<NewOrder>(items).fill(order), { packed });
    const [first] = orders;
    if (!first) throw new Error("no order was added");
    return { packId: first.packId ?? first.id, orderId: first.id };
  };
  /** Lets time pass for jobs: rows that wait by the database's clock are due that much sooner. */
  const elapse = async (milliseconds: number) => {
    clock.advance(milliseconds);
    for (const table of ["outgoing_mail", "unowned_objects"])
      await db.pool.query(`UPDATE ${table} SET due_at = due_at - $1 * interval '1 ms'`, [milliseconds]);
  };
  const jobs = { elapse, recordedEvents: () => recordedEvents(db) };
  return { http, clock, db, url, catalog, flex, sent, sale, ...jobs, deps, root };
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
