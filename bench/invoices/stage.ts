import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assertionHeader, signAssertion } from "@marketplace/conventions";
import { migrate } from "@marketplace/database";
import { ensureDatabases, startEmbeddedPostgres } from "@marketplace/database/embedded";
import pg from "pg";
import { type Child, startChild } from "./child.ts";
import { type CpuTime, cpuOf, cpuOfFamily, serverProcess } from "./cpu.ts";
import type { Target } from "./load.ts";

/** The three servers that are measured. */
export interface Stage {
  plain: { target: Target; process: Child };
  direct: { target: Target; process: Child };
  gateway: { target: Target; process: Child };
  /** The CPU time of every process so far. */
  cpu(): CpuTime;
  close(): Promise<void>;
}

export interface StageOptions {
  packs: number;
  /** The folder, and so the disk, of everything that is written. */
  parent: string | undefined;
  /** A folder for a CPU profile of every Node.js process. */
  profiles: string | undefined;
}

const secret = "a secret of this measurement";

/**
 * Starts Postgres with fsync, the plain server, both services and the gateway. Every upload gets a pack of
 * its own.
 */
export async function openStage({ packs, parent = tmpdir(), profiles }: StageOptions): Promise<Stage> {
  const dir = await mkdtemp(join(parent, "bench-invoices-"));
  const start = (script: string, env: Record<string, string>) => startChild(script, { env, profiles });
  const postgres = await startEmbeddedPostgres({ dataDir: join(dir, "postgres") });
  await ensureDatabases(postgres.url("postgres"), ["invoices", "orders", "gateway"]);
  for (const service of ["invoices", "orders", "gateway"] as const)
    await migrate({ url: postgres.url(service), service });
  const settings = (name: string) => ({
    DATABASE_URL: postgres.url(name),
    INTERNAL_SECRET: secret,
    DATA_DIR: join(dir, "data"),
  });
  await mkdir(join(dir, "plain"));
  const plain = await start("./plain.process.ts", { DIR: join(dir, "plain") });
  const orders = await start("./orders.process.ts", settings("orders"));
  const serviceSettings = { ...settings("invoices"), ORDERS_INTERNAL_URL: orders.url };
  const service = await start("./service.process.ts", serviceSettings);
  const gatewaySettings = { ...settings("gateway"), INVOICES_URL: service.url };
  const gateway = await start("./gateway.process.ts", gatewaySettings);
  // gateway.process.ts reports its seller.
  const seller = gateway.facts.seller as { id: number; access_token: string };
  const nextPath = await addPacks(postgres.url("orders"), { sellerId: seller.id, packs });
  const server = await serverProcess(postgres.url("postgres"));
  return {
    cpu: () => ({
      client: cpuOf(process.pid),
      plain: cpuOf(plain.pid),
      service: cpuOf(service.pid),
      orders: cpuOf(orders.pid),
      gateway: cpuOf(gateway.pid),
      Postgres: cpuOfFamily(server),
    }),
    plain: { process: plain, target: { url: plain.url, path: () => "/", headers: () => ({}) } },
    direct: {
      process: service,
      target: { url: service.url, path: nextPath, headers: () => assertionFor(seller.id) },
    },
    gateway: {
      process: gateway,
      target: {
        url: gateway.url,
        path: nextPath,
        headers: () => ({ Authorization: `Bearer ${seller.access_token}` }),
      },
    },
    async close() {
      for (const child of [gateway, service, orders, plain]) await child.stop();
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function assertionFor(userId: number): Record<string, string> {
  const scopes = ["read", "write"] as const;
  const caller = { userId, applicationId: 1, siteId: "MLA", scopes, roles: ["seller"] };
  return { [assertionHeader]: signAssertion(secret, { kind: "caller", caller }) };
}

async function addPacks(
  url: string,
  { sellerId, packs }: { sellerId: number; packs: number },
): Promise<() => string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO packs (site_id, seller_id, buyer_id, created_at)
     SELECT 'MLA', $1::bigint, $1::bigint + 1, now() FROM generate_series(1, $2::int) RETURNING id`,
    [sellerId, packs],
  );
  await client.query(
    `INSERT INTO orders (pack_id, site_id, seller_id, buyer_id, item_id, quantity, unit_price, currency_id, logistic_type,
       self_service, shipment_id, created_at)
     SELECT id, site_id, seller_id, buyer_id, 'MLA1', 1, 1, 'ARS', 'drop_off', false, 1, now() FROM packs`,
  );
  await client.query("ANALYZE");
  await client.end();
  let next = 0;
  return () => `/packs/${rows[next++]?.id}/fiscal_documents`;
}
