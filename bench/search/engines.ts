// Compares search indexes that run in a process: the same items, the same searches, one process each.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { commandLine } from "../../scripts/command-line.ts";
import { latencyOf } from "../measure/latency.ts";
import { type Contender, miniSearch, openSearch, orama, ours } from "./contenders.ts";
import { endlessItems, searchesOf, titlesOf } from "./engine-items.ts";
import { sqlite } from "./sqlite-full-text.ts";

const usage = `Usage: node search/engines.ts [SIZES] [--engines ours,minisearch,sqlite] [--titles DIR] [--count 200] [--json]

Prints CPU time per search (a page of 50, total, facets, price ranges), memory and build time at these sizes
(10000,100000,1000000). Engines: ours, opensearch (at OPENSEARCH_URL; elapsed time, as it is another process),
minisearch, sqlite, orama.

  --titles DIR  titles of *.jsonl.gz files (TITLES_DIR) instead of the demo's
  --count N     searches of each kind
  --passes N    how often; a search costs what its best pass does`;
const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: {
    engines: { type: "string", default: "ours,opensearch,minisearch,sqlite" },
    titles: { type: "string" },
    count: { type: "string", default: "200" },
    passes: { type: "string", default: "3" },
    json: { type: "boolean", default: false },
    /** Internal: the engine that this process measures. */
    measure: { type: "string" },
  },
});
const sizes = (positionals[0] ?? "10000,100000,1000000").split(",").map(Number);
const [count, passes] = [Number(values.count), Number(values.passes)];

interface Figures {
  engine: string;
  size: number;
  buildSeconds: number;
  /** Of heap and array buffers, after a garbage collection; on disk for what is there. */
  bytesPerItem: number;
  searches: { kind: string; matches: number; mean: number; p50: number; p99: number }[];
  snapshot?: { bytes: number; saveMs: number; heldMs: number; loadMs: number };
  /** A third of the items is removed, after which the index is copied without them. */
  compaction?: { ms: number; heldMs: number };
}

const serverUrl = process.env.OPENSEARCH_URL;
const engines: Record<string, (folder: string) => Contender> = {
  ...(serverUrl === undefined ? {} : { opensearch: () => openSearch(serverUrl) }),
  ours,
  minisearch: miniSearch,
  orama,
  sqlite,
};

async function measureEngine(engine: string, size: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), "engines-"));
  try {
    const titles = titlesOf(values.titles ?? process.env.TITLES_DIR);
    const before = heldBytes();
    const index = engines[engine]?.(folder);
    if (!index) throw new Error(`no engine ${engine}`);
    const buildSeconds = (await build(index, endlessItems(titles), size)) / 1_000;
    const bytesPerItem = Math.round((index.bytesOnDisk?.() ?? heldBytes() - before) / size);
    const kinds = Object.entries(searchesOf(titles, count));
    const searches = [];
    for (const [kind, texts] of kinds) searches.push({ kind, ...(await searchAll(index, texts)) });
    const snapshot = engine === "ours" ? await persist(index, folder) : undefined;
    const compaction = engine === "ours" ? await removeThird(index, size) : undefined;
    await index.close?.();
    return {
      engine,
      size,
      buildSeconds,
      bytesPerItem,
      searches,
      ...(snapshot && { snapshot }),
      ...(compaction && { compaction }),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** CPU milliseconds of all puts; making the items does not count. */
async function build(
  index: Contender,
  items: ReturnType<typeof endlessItems>,
  size: number,
): Promise<number> {
  let spent = 0;
  for (let put = 0; put < size; ) {
    // `take` would end the generator.
    const batch = Array.from({ length: Math.min(1_000, size - put) }, () => items.next().value);
    put += batch.length;
    spent += await costOf(() => index.put(batch));
  }
  // A batch that is not whole says that the index is filled: ours now puts it in order.
  return spent + (await costOf(() => index.put([])));
}

async function searchAll(index: Contender, texts: readonly string[]) {
  const best = texts.map(() => Number.POSITIVE_INFINITY);
  let matches = 0;
  for (let pass = 0; pass < passes; pass++) {
    for (const [at, text] of texts.entries()) {
      const cost = await costOf(async () => {
        matches += (await index.find(text)).total;
      });
      best[at] = Math.min(best[at] ?? cost, cost);
    }
  }
  const mean = best.reduce((sum, each) => sum + each, 0) / best.length;
  const { p50, p99 } = latencyOf(best);
  return { matches: Math.round(matches / passes / texts.length), mean, p50, p99 };
}

async function persist(index: Contender, folder: string) {
  const { ms: saveMs, heldMs } = await timed(async () => index.save?.());
  const savedAt = performance.now();
  ours(folder);
  const loadMs = performance.now() - savedAt;
  const { size: bytes } = statSync(join(folder, "search-index.snapshot"));
  return { bytes, saveMs, heldMs, loadMs };
}

/** In blocks, as changes come. */
function removeThird(index: Contender, size: number) {
  const block = (from: number) => Array.from({ length: Math.min(500, size - from) }, (_, at) => from + at);
  return timed(async () => {
    for (let from = 1; from <= size / 3; from += 500) {
      await index.remove?.(block(from));
      await setImmediate();
    }
  });
}

/** Milliseconds of work, and the longest time that it held the event loop, so that nothing else ran. */
async function timed(work: () => Promise<unknown>): Promise<{ ms: number; heldMs: number }> {
  let heldMs = 0;
  let tickAt = performance.now();
  const tick = () => {
    heldMs = Math.max(heldMs, performance.now() - tickAt - 1);
    tickAt = performance.now();
  };
  const timer = setInterval(tick, 1);
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  tick();
  clearInterval(timer);
  return { ms, heldMs };
}

/** Milliseconds of CPU time of this process; of a server elapsed time. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const [before, startedAt] = [process.cpuUsage(), performance.now()];
  await work();
  if (values.measure === "opensearch") return performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function heldBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** A process of its own for each: no engine is measured on the heap of another. */
function inProcess(engine: string, size: number): Figures | undefined {
  process.stderr.write(`${engine}, ${size} items\n`);
  const own = ["--expose-gc", "--max-old-space-size=8192", import.meta.filename, String(size)];
  const options = ["--measure", engine, "--count", String(count), "--passes", String(passes)];
  const folder = values.titles === undefined ? [] : ["--titles", values.titles];
  try {
    return JSON.parse(execFileSync(process.execPath, [...own, ...options, ...folder], { encoding: "utf8" }));
  } catch (error) {
    process.stderr.write(`${engine} failed: ${error instanceof Error ? error.message : error}\n`);
    return undefined;
  }
}

function print({ engine, size, ...figures }: Figures): void {
  const { buildSeconds, bytesPerItem, searches, snapshot, compaction } = figures;
  process.stdout.write(
    `\n${engine}, ${size} items: built in ${buildSeconds.toFixed(1)} s, ${bytesPerItem} bytes per item\n`,
  );
  for (const { kind, matches, mean, p50, p99 } of searches) {
    const times = [mean, p50, p99].map((ms) => ms.toFixed(2).padStart(9)).join(" ");
    process.stdout.write(
      `  ${kind.padEnd(18)} ${String(matches).padStart(8)} matches; ms mean, p50, p99 ${times}\n`,
    );
  }
  if (snapshot) {
    const { bytes, saveMs, heldMs, loadMs } = snapshot;
    const megabytes = (bytes / 1e6).toFixed(1);
    process.stdout.write(
      `  snapshot ${megabytes} MB, saved in ${saveMs.toFixed(0)} ms (event loop held ${heldMs.toFixed(0)} ms), ` +
        `loaded in ${loadMs.toFixed(0)} ms\n`,
    );
  }
  if (compaction) {
    const { ms, heldMs } = compaction;
    process.stdout.write(
      `  a third removed in ${ms.toFixed(0)} ms (event loop held ${heldMs.toFixed(0)} ms)\n`,
    );
  }
}

if (values.measure === undefined) {
  const asked = values.engines.split(",");
  if (asked.includes("opensearch") && serverUrl === undefined)
    process.stderr.write("opensearch is left out: OPENSEARCH_URL names no server\n");
  const all: Figures[] = [];
  for (const size of sizes) {
    for (const engine of asked.filter((name) => name in engines)) {
      const figures = inProcess(engine, size);
      if (figures) all.push(figures);
      if (figures && !values.json) print(figures);
    }
  }
  if (values.json) process.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
  if (all.length === 0) process.exitCode = 1;
} else {
  process.stdout.write(JSON.stringify(await measureEngine(values.measure, sizes[0] ?? 0)));
}
