import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { commandLine } from "../../scripts/command-line.ts";
import { descriptorsOf } from "../product/processes.ts";
import { freePort, launch, type Product } from "../product/product.ts";
import { plentifulItem, requestsOf } from "./kinds.ts";
import { capacityOf, Load, p99Of } from "./load.ts";
import { processesOf, Watch, type Watched } from "./vitals.ts";

const usage = `Usage: soak [--minutes 10] [--split] [--share 0.7]

Finds the most requests a second that a fresh product can do, sends a share of it for some minutes, and prints
one line of JSON. Exits with 1 after an error, or when files or sockets stay open.`;
const { values } = commandLine(usage, {
  options: {
    minutes: { type: "string", default: "10" },
    split: { type: "boolean", default: false },
    share: { type: "string", default: "0.7" },
  },
});
const seconds = numberOf("minutes", values.minutes) * 60;
const share = numberOf("share", values.share);

/** Idle connections of pools, and one of the observer. */
const room = 15;
/** Pools close idle connections after ten seconds; servers keep sockets of clients a little longer. */
const timeoutMs = 120_000;
const warmUp = 0.25;

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`);
  return value;
}

const openIn = (processes: readonly Watched[]): Record<string, number> =>
  Object.fromEntries(processes.map(({ name, pid }) => [name, descriptorsOf(pid)]));

/** Waits until every process has as few open files as before, or a timeout; returns the current counts. */
async function settled(processes: readonly Watched[], before: Record<string, number>) {
  const fits = (now: Record<string, number>) =>
    Object.entries(now).every(([name, count]) => count <= (before[name] ?? 0) + room);
  const deadline = Date.now() + timeoutMs;
  let now = openIn(processes);
  while (!fits(now) && Date.now() < deadline) {
    await delay(500);
    now = openIn(processes);
  }
  return { now, returned: fits(now) };
}

async function soak(product: Product, metricsPort: number): Promise<boolean> {
  const processes = processesOf(product, metricsPort, values.split);
  const before = openIn(processes);
  const item = await plentifulItem(product.baseUrl, product.sandbox);
  const load = new Load(product.baseUrl, requestsOf(product.sandbox, item));
  const capacity = await capacityOf(load, Math.min(10, Math.max(1, seconds / 10)));
  process.stderr.write(`capacity: ${Math.round(capacity)} requests a second\n`);
  const watch = new Watch(processes, Math.min(5_000, seconds * 50));
  const result = await load.open(capacity * share, seconds);
  const vitals = await watch.end(warmUp);
  const { now, returned } = await settled(processes, before);
  const report = {
    shape: values.split ? "split" : "one process",
    seconds: Math.round(result.seconds),
    requestsPerSecond: { capacity: Math.round(capacity), asked: Math.round(capacity * share) },
    answers: result.answers,
    errors: Object.fromEntries(result.errors),
    p99: p99Of(result),
    vitals,
    descriptors: { before, after: now, returned },
  };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  return result.errors.size === 0 && returned;
}

/** Starts a product, sends the load and stops the product; returns whether all went well. */
async function run(dataDir: string): Promise<boolean> {
  const metricsPort = await freePort();
  const words = values.split ? ["--split"] : [];
  const product = await launch({
    dataDir,
    prepared: true,
    env: { METRICS_PORT: String(metricsPort) },
    command: ["node", "scripts/start.mjs", ...words],
  });
  let good = false;
  try {
    good = await soak(product, metricsPort);
  } finally {
    const { code, stderr } = await product.stop();
    if (code !== 0) process.stderr.write(stderr);
    good &&= code === 0;
  }
  return good;
}

const dataDir = await mkdtemp(join(tmpdir(), "marketplace-soak-"));
try {
  process.exitCode = (await run(dataDir)) ? 0 : 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
