import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandLine } from "../../scripts/command-line.ts";
import { type Product, startProduct } from "../main/product.ts";
import { inMs, measure } from "../measure/latency.ts";

const usage = `Usage: node orders/run.ts [--runs 300] [--check]

Measures GET /orders/search with blocks of 50 orders, on the product in one process: the demo's seller has about two
thousand. Every search differs from the others.

  --runs N  searches of each kind (300)
  --check   exits with 1 when a p99 is over 200 ms`;
const { values } = commandLine(usage, {
  options: { runs: { type: "string", default: "300" }, check: { type: "boolean", default: false } },
});
const longestP99 = 200;
const dayMs = 86_400_000;

const sorts = ["date_asc", "date_desc", "date_last_updated_asc", "date_last_updated_desc"];
const statuses = ["paid", "cancelled", "partially_refunded", "paid,cancelled"];
const day = (back: number) => new Date(Date.now() - back * dayMs).toISOString();

/** The n-th search of each kind; no two are equal. */
const kinds: Readonly<Record<string, (n: number) => Record<string, string | number>>> = {
  pages: (n) => ({ sort: sorts[n % 4] ?? "", offset: n * 5 }),
  "by status and page": (n) => ({ "order.status": statuses[n % 4] ?? "", offset: n }),
  "by days": (n) => ({
    "order.date_created.from": day(90 - (n % 60)),
    "order.date_created.to": day(n % 29),
    sort: "date_desc",
    offset: n % 7,
  }),
  "by tags": (n) => ({ tags: n % 2 ? "paid,delivered" : "pack_order", offset: n }),
};

async function measureOn({ url, sandbox }: Product): Promise<boolean> {
  const { id, access_token } = sandbox.users.seller_mla;
  const headers = { Authorization: `Bearer ${access_token}` };
  let holds = true;
  console.log(`${"searches of 50 orders".padEnd(24)}        p50        p99    runs`);
  for (const [name, searchOf] of Object.entries(kinds)) {
    const search = async (run: number) => {
      const query = { seller: id, limit: 50, ...searchOf(run + 10) };
      const pairs = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
      const answer = await fetch(`${url}/orders/search?${new URLSearchParams(pairs)}`, { headers });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`a search got ${answer.status}: ${text}`);
    };
    const { p50, p99, runs } = await measure(search, Number(values.runs));
    holds &&= p99 < longestP99;
    console.log(`${name.padEnd(24)} ${inMs(p50)} ${inMs(p99)}  ${String(runs).padStart(6)}`);
  }
  return holds;
}

const dataDir = mkdtempSync(join(tmpdir(), "bench-orders-"));
const product = await startProduct(dataDir, "one process");
try {
  const holds = await measureOn(product);
  if (values.check && !holds) process.exitCode = 1;
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
