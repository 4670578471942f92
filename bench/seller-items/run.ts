// A seller's searches among their own items, which may be a million.

import { itemsWithoutEnd } from "../../apps/catalog-service/src/demo/items.ts";
import { insertItems } from "../../apps/catalog-service/src/items/items.repo.ts";
import { commandLine } from "../../scripts/command-line.ts";
import { openCatalog } from "../items/catalog.ts";
import { inMs, latencyOf, measure } from "../measure/latency.ts";

const usage = `Usage: node seller-items/run.ts [--items 1000000] [--check]

Gives one seller many items and searches them over HTTP by GET /users/{id}/items/search: pages, a code, and a scan to
its end by blocks of 100.

  --items N  items of the seller
  --check    exits with 1 when blocks at the end of the scan take over twice the time of those at its beginning`;
const { values } = commandLine(usage, {
  options: { items: { type: "string", default: "1000000" }, check: { type: "boolean", default: false } },
});
const sellerId = 1_000_000_001;
const count = Number(values.items);
/** Blocks at each end of the scan whose times are compared. */
const compared = 500;
// Small enough for the time limit of a query on a busy machine.
const batchSize = 5_000;
const copies = `
  INSERT INTO items
  SELECT (jsonb_populate_record(items, jsonb_build_object(
    'id', 'MLA' || (no + n), 'no', no + n, 'price', 1 + n * 37 % 9973,
    'status', CASE WHEN n % 20 = 0 THEN 'paused' ELSE 'active' END, 'seller_custom_field', 'CODE-' || n,
    'date_created', date_created + n * interval '1 second'))).*
  FROM items, generate_series($2::int, $3::int) AS n WHERE id = $1`;

const catalog = await openCatalog();
try {
  await fill();
  const search = async (query: string) => {
    const answer = await fetch(`${catalog.url}/users/${sellerId}/items/search?${query}`);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${query}: ${answer.status} ${text}`);
    return JSON.parse(text) as { results: string[]; scroll_id: string | null };
  };
  for (const [query, runs] of [
    ["limit=50", 10],
    ["limit=50&offset=9950", 10],
    ["status=paused&limit=50", 10],
    ["orders=price_desc&limit=50", 5],
    ["sku=CODE-4711", 50],
  ] as const)
    show(query, await measure(() => search(query), runs, 1));
  const { times, seen } = await scan(search);
  if (seen !== count) throw new Error(`the scan found ${seen} of ${count} items`);
  const [first, last] = [latencyOf(times.slice(0, compared)), latencyOf(times.slice(-compared))];
  show("scan, its first blocks", first);
  show("scan, its last blocks", last);
  if (values.check && last.p50 > 2 * first.p50) process.exitCode = 1;
} finally {
  await catalog.close();
}

/** Copies one item, without the triggers that would feed search and prediction. */
async function fill(): Promise<void> {
  const now = new Date("2026-03-10T15:00:00.000Z");
  const { value: model } = itemsWithoutEnd("MLA", { sellers: [sellerId], now }).next();
  const [id] = await insertItems(catalog.db, [model]);
  const session = await catalog.db.pool.connect();
  try {
    await session.query("SET statement_timeout = 0");
    await session.query("SET session_replication_role = replica");
    for (let from = 1; from < count; from += batchSize)
      await session.query(copies, [id, from, Math.min(count, from + batchSize) - 1]);
    await session.query("RESET ALL");
    await session.query("ANALYZE items");
  } finally {
    session.release();
  }
}

async function scan(search: (query: string) => Promise<{ results: string[]; scroll_id: string | null }>) {
  const times: number[] = [];
  let seen = 0;
  for (let scroll = ""; ; ) {
    const startedAt = performance.now();
    const block = await search(`search_type=scan&limit=100${scroll}`);
    // The first block also counts the items.
    if (seen > 0) times.push(performance.now() - startedAt);
    seen += block.results.length;
    if (block.scroll_id === null) return { times: times.slice(0, -1), seen };
    scroll = `&scroll_id=${encodeURIComponent(block.scroll_id)}`;
  }
}

function show(name: string, { p50, p99, runs }: ReturnType<typeof latencyOf>): void {
  process.stdout.write(`${name.padEnd(30)} p50 ${inMs(p50)}  p99 ${inMs(p99)}  (${runs})\n`);
}
