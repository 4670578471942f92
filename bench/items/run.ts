// Items that a catalog takes: one by one, and many in one request.

import { commandLine } from "../../scripts/command-line.ts";
import { saveResults } from "../measure/results.ts";
import { type Cost, costOf, openCatalog } from "./catalog.ts";
import { newItems } from "./new-items.ts";

const usage = `Usage: node items/run.ts [--single 200] [--bulk 4000] [--check] [--json] [--save]

Posts items to a catalog-service over HTTP, on a Postgres of its own: one by one with 4 requests at once, then as
lines of one request, which takes until searches find them. CPU is that of the service (with the sender, which has
the same process) and of Postgres.

  --single N  items that are posted one by one
  --bulk N    items of the one request
  --check     exits with 1 when a bulk item takes more than 0.5 ms of CPU: 2,000 items a second on one core
  --save      writes bench/items/results.json, which \`scale\` reads`;
const { values } = commandLine(usage, {
  options: {
    single: { type: "string", default: "200" },
    bulk: { type: "string", default: "4000" },
    check: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
  },
});
const atOnce = 4;
const maxCpuMs = 0.5;

interface Row extends Cost {
  name: string;
  items: number;
}

const catalog = await openCatalog();
try {
  const items = newItems();
  const post = async (path: string, type: string, body: string): Promise<string> => {
    const answer = await fetch(catalog.url + path, {
      method: "POST",
      headers: { "Content-Type": type },
      body,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return text;
  };
  const single = async (count: number): Promise<void> => {
    let left = count;
    const sender = async () => {
      while (left-- > 0) await post("/items", "application/json", JSON.stringify(items.next().value));
    };
    await Promise.all(Array.from({ length: atOnce }, sender));
  };
  const bulk = async (count: number): Promise<void> => {
    const lines = Array.from({ length: count }, () => `${JSON.stringify(items.next().value)}\n`);
    const text = await post("/items/bulk", "application/x-ndjson", lines.join(""));
    const created = text.split('"code":201').length - 1;
    if (created !== count) throw new Error(`${created} of ${count} lines: ${text.slice(0, 500)}`);
    await catalog.indexed();
  };
  // Caches, compiled code and prepared statements, as in a service that has run for a minute.
  await single(50);
  await bulk(1_000);
  const rows: Row[] = [];
  for (const [name, count, work] of [
    [`POST /items, ${atOnce} at once`, Number(values.single), single],
    ["POST /items/bulk", Number(values.bulk), bulk],
  ] as const)
    rows.push({ name, items: count, ...(await costOf(catalog.db, () => work(count))) });
  if (values.json) process.stdout.write(`${JSON.stringify(rows)}\n`);
  else for (const row of rows) process.stdout.write(`${lineOf(row)}\n`);
  if (values.save) saveResults("items", "pnpm --filter @marketplace/bench items --save", { rows });
  const worst = rows.at(-1);
  if (values.check && worst && (worst.serviceMs + worst.databaseMs) / worst.items > maxCpuMs)
    process.exitCode = 1;
} finally {
  await catalog.close();
}

function lineOf({ name, items, wallMs, serviceMs, databaseMs, logBytes }: Row): string {
  const each = (ms: number) => `${(ms / items).toFixed(3)} ms`;
  const perSecond = Math.round((1_000 * items) / wallMs);
  const perCore = Math.round((1_000 * items) / (serviceMs + databaseMs));
  const cpu = `CPU an item: service ${each(serviceMs)}, Postgres ${each(databaseMs)}`;
  const log = `${Math.round(logBytes / items)} bytes of log`;
  return `${name.padEnd(26)} ${perSecond} items/s; ${cpu}; ${perCore} items/s a core; ${log}`;
}
