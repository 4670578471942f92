// An index on a server that takes a while to fill: what searches, changes, disk and a copy cost at this size.

import { mkdirSync } from "node:fs";
import { createOpenSearchIndex, type OpenSearchIndex } from "@marketplace/search-index/opensearch";
import { startNode } from "@marketplace/search-index/test-server";
import { commandLine } from "../../scripts/command-line.ts";
import { latencyOf } from "../measure/latency.ts";
import { endlessItems, searchesOf, titlesOf } from "./engine-items.ts";
import { figuresOf } from "./server-figures.ts";

const usage = `Usage: node search/at-size.ts [options]

Fills an index of OpenSearch with generated items and prints what searches and changes take, CPU time of the server,
disk, and the cost of a million. The server is the one that OPENSEARCH_URL names, else a node of our own.

  --items N     how many, 1000000 if nothing is given
  --keep DIR    keeps the node's data there: the next run goes on filling where this one ended
  --heap MB     of a node of our own, 2048
  --count N     searches of each kind, 100
  --passes N    how often, 2; a search takes what its best pass does
  --reindex     copies the index in the end, as after a release of another design
  --titles DIR  titles of *.jsonl.gz files instead of the demo's`;
const { values } = commandLine(usage, {
  options: {
    items: { type: "string", default: "1000000" },
    keep: { type: "string" },
    heap: { type: "string", default: "2048" },
    count: { type: "string", default: "100" },
    passes: { type: "string", default: "2" },
    reindex: { type: "boolean", default: false },
    titles: { type: "string" },
  },
});
const [size, count, passes] = [Number(values.items), Number(values.count), Number(values.passes)];
const prefix = "at-size";
const indices = `${prefix}-mla*`;
/** As catalog-service builds an index. */
const blockSize = 1_000;
const changes = 50;
const titles = titlesOf(values.titles ?? process.env.TITLES_DIR);
const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
const ms = (value: number) => value.toFixed(1).padStart(8);

if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true });
const home = values.keep === undefined ? {} : { home: values.keep };
const node = process.env.OPENSEARCH_URL
  ? undefined
  : await startNode({ heap: Number(values.heap), isFast: true, ...home });
const url = node?.url ?? process.env.OPENSEARCH_URL ?? "";
const server = figuresOf(url);
const settingsOf = () => ({ language: "es" as const });
const index = createOpenSearchIndex({ nodes: [url], prefix, replicas: 0, timeoutMs: 120_000, settingsOf });
try {
  await index.reload();
  await fill(index);
  await server.merged(indices);
  const { items } = index.health();
  const [disk, heap] = [await server.disk(indices), await server.heap()];
  say(
    `${items} items: ${(disk / 1e9).toFixed(2)} GB on disk, ${Math.round(disk / items)} bytes an item; ` +
      `${(heap / 1e6).toFixed(0)} MB of heap in use`,
  );
  const searched = await searchAll(index);
  await changeSome(index);
  if (values.reindex) await copy(index);
  cost(searched, disk / items);
} finally {
  await index.close();
  if (node) await node.remove();
  else if (values.keep === undefined) await fetch(`${url}/${prefix}-*`, { method: "DELETE" });
}

/** Elapsed time of work, CPU time of the server, and of this process, in milliseconds. */
async function spent(work: () => Promise<unknown>): Promise<{ took: number; cpu: number; own: number }> {
  const [cpuBefore, ownBefore, startedAt] = [await server.cpu(), process.cpuUsage(), performance.now()];
  await work();
  const took = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(ownBefore);
  return { took, cpu: (await server.cpu()) - cpuBefore, own: (user + system) / 1_000 };
}

async function fill(index: OpenSearchIndex): Promise<void> {
  const before = Number(index.cursor() ?? 0);
  const items = endlessItems(titles);
  for (let no = 0; no < before; no++) items.next();
  const { took, cpu, own } = await spent(async () => {
    for (let filled = before; filled < size; ) {
      // `take` would end the generator.
      const put = Array.from({ length: Math.min(blockSize, size - filled) }, () => items.next().value);
      filled += put.length;
      await index.apply({ put, remove: [], cursor: String(filled) });
      if (filled % 100_000 === 0) process.stderr.write(`${filled} items\n`);
    }
  });
  const added = size - before;
  if (added <= 0) return;
  say(
    `${added} items added to ${before} in ${seconds(took)}: ${Math.round((added / took) * 1_000)} a second; ` +
      `CPU ${(cpu / added).toFixed(3)} ms an item of the server, ${(own / added).toFixed(3)} of the client`,
  );
}

interface Searched {
  kind: string;
  cpu: number;
}

async function searchAll(index: OpenSearchIndex): Promise<Searched[]> {
  say("  kind                matches    mean ms      p50      p99   CPU ms of server and client");
  const searched: Searched[] = [];
  for (const [kind, texts] of Object.entries(searchesOf(titles, count))) {
    const best = texts.map(() => Number.POSITIVE_INFINITY);
    let matches = 0;
    const { cpu, own } = await spent(async () => {
      for (let pass = 0; pass < passes; pass++)
        for (const [at, text] of texts.entries()) {
          const startedAt = performance.now();
          const page = { sort: "relevance", offset: 0, limit: 50 } as const;
          matches += (await index.search({ siteId: "MLA", text, keys: [] }, page)).total;
          best[at] = Math.min(best[at] ?? 0, performance.now() - startedAt);
        }
    });
    const runs = texts.length * passes;
    const mean = best.reduce((sum, each) => sum + each, 0) / best.length;
    const { p50, p99 } = latencyOf(best);
    const figures = `${ms(mean)} ${ms(p50)} ${ms(p99)}   ${ms(cpu / runs)} ${ms(own / runs)}`;
    say(`  ${kind.padEnd(18)} ${String(Math.round(matches / runs)).padStart(8)}   ${figures}`);
    searched.push({ kind, cpu: (cpu + own) / runs });
  }
  return searched;
}

/** One item after the other, each found by the next search. */
async function changeSome(index: OpenSearchIndex): Promise<void> {
  const cursor = index.cursor() ?? "0";
  const items = endlessItems(titles);
  const times: number[] = [];
  const { cpu } = await spent(async () => {
    for (let change = 0; change < changes; change++) {
      const { value } = items.next();
      const startedAt = performance.now();
      await index.apply({ put: [{ ...value, price: change }], remove: [], cursor });
      times.push(performance.now() - startedAt);
    }
  });
  const { p50, p99 } = latencyOf(times);
  say(`one change: p50 ${ms(p50)} ms, p99 ${ms(p99)} ms; CPU ${ms(cpu / changes)} ms of the server`);
}

async function copy(index: OpenSearchIndex): Promise<void> {
  const { took, cpu } = await spent(() => index.reindex({ force: true }));
  say(`a copy of the index: ${seconds(took)}, CPU ${seconds(cpu)} of the server`);
}

function cost(searched: readonly Searched[], bytes: number): void {
  const hours = (cpu: number) => ((cpu * 1e6) / 3_600_000).toFixed(1);
  for (const { kind, cpu } of searched) say(`a million searches (${kind}): ${hours(cpu)} hours of a core`);
  say(`a million items: ${((bytes * 1e6) / 1e9).toFixed(2)} GB on disk`);
}
