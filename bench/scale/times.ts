// CPU time of single requests of each path: one after the other, so that each has the process to itself.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { commandLine } from "../../scripts/command-line.ts";
import type { LoadRequest } from "../main/load.ts";
import { type Product, startProduct } from "../main/product.ts";
import { type Workload, workloadsOf } from "../main/workloads/workloads.ts";
import { logPosition } from "../measure/log-position.ts";
import { saveResults } from "../measure/results.ts";
import { meanOf, type Quantiles, quantilesOf } from "./simulate/quantiles.ts";

const usage = `Usage: node scale/times.ts [--count 3000] [--save] [--keep DIR]

Measures the CPU time of single requests of each path of \`pnpm bench\`, on the main thread of the product in one
process (Linux): quantiles, bytes of an answer, and bytes of write-ahead log.

  --count N  requests of each path (3000)
  --save     writes bench/scale/results.json, which \`scale\` reads
  --keep DIR keeps the data there, and uses what is there already`;
const { values } = commandLine(usage, {
  options: {
    count: { type: "string", default: "3000" },
    save: { type: "boolean", default: false },
    keep: { type: "string" },
  },
});
const count = Number(values.count);
const warmUp = Math.ceil(count / 3);

interface Measured {
  /** CPU milliseconds. */
  times: Quantiles;
  answerBytes: number;
  logBytes: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Sends one request; gives the bytes of its answer. */
const send = (url: string, { method, path, headers, body }: LoadRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(url + path, { method, headers, agent }, (answer) => {
      let bytes = 0;
      answer.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on("error", reject);
      answer.on("end", () =>
        (answer.statusCode ?? 500) < 300
          ? resolve(bytes)
          : reject(new Error(`${method} ${path}: ${answer.statusCode}`)),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });

/** CPU milliseconds of a process's main thread, which other work of the machine does not count for. */
const spentBy = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;

async function measurePath(
  { url, pid }: Product,
  { requests }: Workload,
  server: pg.Client,
): Promise<Measured> {
  const one = (number: number) => send(url, requests[number % requests.length] as LoadRequest);
  for (let number = 0; number < warmUp; number += 1) await one(number);
  const spent: number[] = [];
  let bytes = 0;
  const logBefore = await logPosition(server);
  for (let number = warmUp; number < warmUp + count; number += 1) {
    const before = spentBy(pid);
    bytes += await one(number);
    spent.push(spentBy(pid) - before);
  }
  const logBytes = ((await logPosition(server)) - logBefore) / count;
  const round = (value: number) => Math.round(value * 1_000) / 1_000;
  return {
    times: quantilesOf(spent).map(([share, value]) => [share, round(value)]),
    answerBytes: Math.round(bytes / count),
    logBytes: Math.round(logBytes),
  };
}

async function measureOn(product: Product): Promise<void> {
  const server = new pg.Client({ connectionString: product.databaseUrl("postgres") });
  await server.connect();
  const paths: Record<string, Measured> = {};
  const workloads = await workloadsOf(product, [product.sandbox.fixtures.category_leaf]);
  console.log(`${"path".padEnd(24)}     mean      p50      p99  answer     log`);
  for (const workload of workloads) {
    const measured = await measurePath(product, workload, server);
    paths[workload.name] = measured;
    const at = (share: number) => measured.times.find(([of]) => of === share)?.[1] ?? 0;
    const times = [meanOf(measured.times), at(0.5), at(0.99)].map((ms) => `${ms.toFixed(2)} ms`.padStart(9));
    const bytes = [measured.answerBytes, measured.logBytes].map((size) => `${size} B`.padStart(9));
    console.log(`${workload.title.padEnd(24)}${times.join("")}${bytes.join("")}`);
  }
  if (values.save) saveResults("scale", "pnpm --filter @marketplace/bench scale:times --save", { paths });
  await server.end();
}

const dataDir = values.keep ?? mkdtempSync(join(tmpdir(), "bench-scale-"));
try {
  const product = await startProduct(dataDir, "one process");
  await measureOn(product).finally(product.stop);
} finally {
  agent.destroy();
  if (values.keep === undefined) rmSync(dataDir, { recursive: true, force: true });
}
