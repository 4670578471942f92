import { rm } from "node:fs/promises";
import { join } from "node:path";
import { saveSearchIndex, seedDemo as seedCatalog, trainSites } from "@marketplace/catalog-service";
import { seedDemo as seedGateway } from "@marketplace/edge-gateway";
import { seedDemo as seedFlex, seedPastShipments } from "@marketplace/flex-service";
import { seedDemo as seedInvoices } from "@marketplace/invoices-service";
import { seedDemo as seedOrders } from "@marketplace/orders-service";
import { seedDemo as seedQuestions } from "@marketplace/questions-service";
import { writePrivateFile } from "@marketplace/server";
import { readIfPresent } from "./read-if-present.ts";
import type { Composition } from "./services.ts";

interface DemoUser {
  id: number;
  nickname: string;
  site_id: string;
  access_token: string;
  /** Absent in data that an earlier release seeded. */
  password?: string;
}

/** The demo seed, as in `sandbox.json`. */
export interface Demo {
  users: Record<string, DemoUser>;
  applications: Record<string, { id: number; client_id: string }>;
  tokens: Record<string, string>;
  fixtures: Record<string, unknown>;
}

/** What `sandbox.json` says. */
export interface SandboxFile extends Demo {
  /** How the sandbox lab is reached, where there is one. */
  sandbox?: { admin_token: string } | undefined;
}

const noDemo: Demo = { users: {}, applications: {}, tokens: {}, fixtures: {} };
const demoFile = (dataDir: string): string => join(dataDir, "demo.json");
const markerFile = (dataDir: string): string => join(dataDir, "seeding");

/** The demo of a seeded data directory. */
export async function storedDemo(dataDir: string): Promise<Demo | undefined> {
  const text = await readIfPresent(demoFile(dataDir));
  // seedAll writes this file atomically.
  return text === undefined ? undefined : (JSON.parse(text) as Demo);
}

/** Whether a seed was interrupted. Its data is known to no one and can be replaced. */
export async function wasInterrupted(dataDir: string): Promise<boolean> {
  const [begun, finished] = await Promise.all([
    readIfPresent(markerFile(dataDir)),
    readIfPresent(demoFile(dataDir)),
  ]);
  return begun !== undefined && finished === undefined;
}

/** Seeds the empty databases of a data directory. */
export async function seedAll(
  { deps }: Composition,
  { dataDir, baseUrl }: { dataDir: string; baseUrl: string },
): Promise<Demo> {
  await writePrivateFile(markerFile(dataDir), "");
  const demo = await makeDemo(deps, baseUrl);
  // The first start, and worlds, begin with it.
  await saveSearchIndex(deps.catalog);
  await writePrivateFile(demoFile(dataDir), JSON.stringify(demo));
  await rm(markerFile(dataDir), { force: true });
  return demo;
}

/** Fills the empty databases of these services. Later services refer to data of earlier ones. */
export async function makeDemo(deps: Composition["deps"], baseUrl: string): Promise<Demo> {
  const now = new Date();
  const { users, applications, tokens, demoUsers, buyers } = await seedGateway(deps.gateway, {
    now,
    baseUrl,
  });
  const identity = { users, applications, demoUsers, now };
  const catalog = await seedCatalog(deps.catalog, identity);
  const world = { ...identity, items: catalog.items, sold: catalog.sold, buyers };
  const storeShipments: Parameters<typeof seedOrders>[1]["storeShipments"] = (requests) =>
    seedPastShipments(deps.flex, { requests, now });
  const [questions, orders, flex] = await Promise.all([
    seedQuestions(deps.questions, world),
    seedOrders(deps.orders, { ...world, storeShipments }),
    seedFlex(deps.flex, world),
    // The network is left out: it takes most of a first start and improves few predictions.
    trainSites(deps.catalog, { linearOnly: true }),
  ]);
  await seedInvoices(deps.invoices, { ...world, packs: orders.fixtures });
  // Autovacuum analyzes new tables only after a while; until then plans would sort whole tables.
  const large = [deps.catalog, deps.questions, deps.orders, deps.flex, deps.invoices];
  await Promise.all(large.map(({ db }) => db.execute("ANALYZE")));
  const fixtures = { ...catalog.fixtures, ...questions.fixtures, ...orders.fixtures, ...flex.fixtures };
  return { users, applications, tokens, fixtures };
}

/** Records that this data directory has no demo data, now and at later starts. */
export async function keepEmpty(dataDir: string): Promise<Demo> {
  await writePrivateFile(demoFile(dataDir), JSON.stringify(noDemo));
  return noDemo;
}

/** Writes `sandbox.json` for scripts and tests (decisions 8.2). */
export async function writeSandboxFile(dataDir: string, baseUrl: string, demo: SandboxFile): Promise<string> {
  const path = join(dataDir, "sandbox.json");
  await writePrivateFile(path, sandboxText(baseUrl, demo));
  return path;
}

/** The text of `sandbox.json`. */
export const sandboxText = (baseUrl: string, demo: SandboxFile): string =>
  `${JSON.stringify({ base_url: baseUrl, ...demo }, null, 2)}\n`;
