import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseName, migrate, type Service } from "@marketplace/database";
import { ensureDatabases, startEmbeddedPostgres } from "@marketplace/database/embedded";
import pg from "pg";
import { commandLine } from "../../scripts/command-line.ts";
import { saveResults } from "../measure/results.ts";
import { createFiller } from "../search/fill.ts";
import { openStage } from "../search/stage.ts";
import { type Kind, kinds } from "./kinds.ts";

const usage = `Usage: node costs/run.ts [ROWS] [--save]

Measures the disk space of a stored row with its indexes and side tables, of ROWS rows of each kind (200000).

  --save  writes bench/costs/results.json, which \`scale\` reads`;
const { positionals, values } = commandLine(usage, {
  allowPositionals: true,
  options: { save: { type: "boolean", default: false } },
});
const count = Number(positionals[0] ?? 200_000);
const itemCount = Math.min(count, 50_000);

/** Bytes of all tables of a database. */
interface Size {
  rows: number;
  indexes: number;
}

async function sizeOf(pool: pg.Pool): Promise<Size> {
  const { rows } = await pool.query<{ rows: string; indexes: string }>(
    `SELECT sum(pg_table_size(c.oid))::text AS rows, sum(pg_indexes_size(c.oid))::text AS indexes
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND n.nspname = 'public'`,
  );
  return { rows: Number(rows[0]?.rows), indexes: Number(rows[0]?.indexes) };
}

/** Bytes that each of `count` more rows costs. */
async function growth(pool: pg.Pool, count: number, fill: () => Promise<unknown>): Promise<Size> {
  const before = await sizeOf(pool);
  await fill();
  // Like autovacuum: rows are not packed tighter than in operation.
  await pool.query("VACUUM ANALYZE");
  const after = await sizeOf(pool);
  return { rows: (after.rows - before.rows) / count, indexes: (after.indexes - before.indexes) / count };
}

async function growthOf(url: string, { fills }: Kind): Promise<Size> {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: "-c statement_timeout=0" });
  // The server may stop before the connections of an ended pool are gone.
  pool.on("error", () => {});
  return growth(pool, count, async () => {
    for (const fill of fills) await pool.query(fill, fill.includes("$1") ? [count] : []);
  }).finally(() => pool.end());
}

const measured: (Size & { title: string })[] = [];

function report(title: string, { rows, indexes }: Size): void {
  measured.push({ title, rows: Math.round(rows), indexes: Math.round(indexes) });
  const figures = [rows, indexes, rows + indexes].map((bytes) => bytes.toFixed(0).padStart(9));
  process.stdout.write(`${title.padEnd(44)}${figures.join("")}\n`);
}

async function measureKinds(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: { max_wal_size: "1GB" } });
  try {
    const services = [...new Set(kinds.map(({ service }) => service))];
    await ensureDatabases(postgres.url("postgres"), services.map(databaseName));
    const urlOf = (service: Service) => postgres.url(databaseName(service));
    for (const service of services) await migrate({ url: urlOf(service), service });
    for (const kind of kinds) report(kind.title, await growthOf(urlOf(kind.service), kind));
  } finally {
    await postgres.stop();
  }
}

async function measureItems(): Promise<void> {
  const stage = await openStage();
  try {
    const { grow } = await createFiller(stage.deps, new Date());
    // The first thousand items create the words and values that all others share.
    await grow(1_000);
    const { pool } = stage.deps.db;
    report("item (listing, counts)", await growth(pool, itemCount - 1_000, () => grow(itemCount)));
  } finally {
    await stage.close();
  }
}

process.stdout.write(
  `${"bytes per".padEnd(44)}${["rows", "indexes", "total"].map((name) => name.padStart(9)).join("")}\n`,
);
const folder = mkdtempSync(join(tmpdir(), "bench-costs-"));
await measureKinds(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
await measureItems();
if (values.save)
  saveResults("costs", `pnpm --filter @marketplace/bench costs ${count} --save`, { kinds: measured });
