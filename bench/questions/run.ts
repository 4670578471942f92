import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseName, migrate } from "@marketplace/database";
import { ensureDatabases, startEmbeddedPostgres } from "@marketplace/database/embedded";
import { createApp, createDeps, type Deps, readConfig } from "@marketplace/questions-service";
import { serve, silentLogger } from "@marketplace/server";
import { commandLine } from "../../scripts/command-line.ts";
import { inMs, type Latency, measure } from "../measure/latency.ts";

const usage = `Usage: node questions/run.ts [SIZES]

Measures the latency of question searches and response times as one seller's questions grow to these numbers
(10000,100000,1000000).`;
const { positionals } = commandLine(usage, { allowPositionals: true });
const sizes = (positionals[0] ?? "10000,100000,1000000").split(",").map(Number);
const sellerId = 3_000_000_001;
const runs = 200;

const caller = {
  userId: sellerId,
  applicationId: 1,
  siteId: "MLA",
  scopes: ["read" as const],
  roles: ["seller"],
};
const emptyServices = {
  catalog: { items: async () => [], sites: async () => [] },
  identity: { users: async () => [] },
  notifications: { publish: async () => ({ accepted: 0 }) },
};

// Thirty days of questions on a thousand items by a hundred thousand buyers, four fifths of them answered.
const fill = `
  INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, text, vehicle, first_on_item, period,
    answer_text, answer_status, answered_at, created_at, updated_at)
  SELECT 'MLA' || (n % 1000 + 1), 'MLA', $1, 4000000000 + n, 1, CASE WHEN n % 5 = 0 THEN 'UNANSWERED' ELSE 'ANSWERED' END,
    'Pregunta número ' || n, false, true, n % 4, CASE WHEN n % 5 = 0 THEN NULL ELSE 'Sí' END,
    CASE WHEN n % 5 = 0 THEN NULL ELSE 'active' END,
    CASE WHEN n % 5 = 0 THEN NULL ELSE now() - n * interval '30 days' / $3::int + interval '90 minutes' END,
    now() - n * interval '30 days' / $3::int, now()
  FROM generate_series($2::int, $3::int) AS n`;

const paths: Record<string, string> = {
  "search, 50 results": `/questions/search?seller_id=${sellerId}&api_version=4`,
  "by item": "/questions/search?item=MLA500&api_version=4",
  "by status": `/questions/search?seller_id=${sellerId}&status=UNANSWERED&api_version=4`,
  "response time": `/users/${sellerId}/questions/response_time`,
};

async function measureAll(base: string): Promise<Map<string, Latency>> {
  const results = new Map<string, Latency>();
  for (const [name, path] of Object.entries(paths)) {
    const count = name === "response time" ? 20 : runs;
    results.set(name, await measure(async () => (await fetch(base + path)).arrayBuffer(), count));
  }
  return results;
}

async function grow(deps: Deps, from: number, to: number): Promise<void> {
  await deps.db.pool.query("SET statement_timeout = 0");
  // A new size replaces the rows, so that its questions lie in the same thirty days.
  await deps.db.pool.query("TRUNCATE questions, question_counts");
  await deps.db.pool.query(fill, [sellerId, from, to]);
  await deps.db.pool.query("VACUUM ANALYZE questions");
}

function print(
  size: number,
  results: ReadonlyMap<string, Latency>,
  first: ReadonlyMap<string, Latency>,
): void {
  for (const [name, { p50, p99 }] of results) {
    const ratio = p99 / (first.get(name)?.p99 ?? p99);
    console.log(
      `${String(size).padStart(9)}  ${name.padEnd(20)} p50 ${inMs(p50)}  p99 ${inMs(p99)}  p99 to the smallest ${ratio.toFixed(2)}x`,
    );
  }
}

const dataDir = mkdtempSync(join(tmpdir(), "bench-questions-"));
const postgres = await startEmbeddedPostgres({ dataDir });
try {
  await ensureDatabases(postgres.url("postgres"), [databaseName("questions")]);
  const url = postgres.url(databaseName("questions"));
  await migrate({ url, service: "questions" });
  const config = readConfig({
    DATABASE_URL: url,
    INTERNAL_SECRET: "only for this measurement",
    DATABASE_POOL_SIZE: "2",
  });
  const deps = await createDeps(config, {
    log: silentLogger(),
    authenticate: () => ({ kind: "caller", caller }),
    clients: emptyServices,
  });
  const listening = await serve(createApp(deps), { host: "127.0.0.1", port: 0 });
  let first = new Map<string, Latency>();
  for (const size of sizes) {
    await grow(deps, 1, size);
    const results = await measureAll(`http://127.0.0.1:${listening.port}`);
    if (first.size === 0) first = results;
    print(size, results, first);
  }
  await listening.close();
  await deps.close();
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
