// Latency of searches as the catalog grows.

import { join } from "node:path";
import { commandLine } from "../../scripts/command-line.ts";
import { inMs, type Latency, latencyOf } from "../measure/latency.ts";
import { cpuOf } from "./cpu.ts";
import { createFiller } from "./fill.ts";
import { type Kind, kinds } from "./queries.ts";
import { openStage, type Stage } from "./stage.ts";

const usage = `Usage: node search/run.ts [SIZES] [options]

Measures the latency of searches in catalogs of these sizes (10000,100000,1000000).

  --count N    searches of each kind, 200
  --kind TEXT  only kinds whose name contains the text
  --passes N   how often, 3
  --cpu        CPU time as well
  --keep DIR   keeps the data there, and uses what is there already
  --opensearch searches on the server that OPENSEARCH_URL names, whose CPU time counts, too
  --json       prints the figures as JSON`;
const { values, positionals } = commandLine(usage, {
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    opensearch: { type: "boolean", default: false },
    count: { type: "string", default: "200" },
    keep: { type: "string" },
    kind: { type: "string", default: "" },
    passes: { type: "string", default: "3" },
    cpu: { type: "boolean", default: false },
  },
});
const sizes = (positionals[0] ?? "10000,100000,1000000").split(",").map(Number);
const asked = kinds(Number(values.count)).filter(({ name }) => name.includes(values.kind));
const passes = Number(values.passes);
const serverUrl = process.env.OPENSEARCH_URL ?? "";
if (values.opensearch && serverUrl === "") throw new Error("--opensearch needs OPENSEARCH_URL");
const say = (line: string) => process.stderr.write(`${line}\n`);

/** A catalog of one size. */
interface Catalog {
  size: number;
  stage: Stage;
}

/** Figures of one kind of search at one size. */
interface Row extends Latency {
  size: number;
  kind: string;
  /** p99 divided by that of the smallest size. */
  growth: number;
}

async function openCatalog(size: number): Promise<Catalog> {
  const stage = await openStage({
    dataDir: values.keep === undefined ? undefined : join(values.keep, String(size)),
    server: values.opensearch ? { url: serverUrl, prefix: `bench-http-${size}` } : undefined,
  });
  const items = await createFiller(stage.deps, new Date());
  const perSecond = Math.round(await items.grow(size));
  say(`${size} items${perSecond > 0 ? `, ${perSecond} stored per second` : ", kept from an earlier run"}`);
  return { size, stage };
}

/**
 * The cost of a search is its best pass, which leaves out other load on the machine. The sizes alternate
 * search by search, so that a slow minute of the machine affects all of them.
 */
async function measureKind({ paths }: Kind, catalogs: readonly Catalog[]): Promise<Map<number, number[]>> {
  const best = new Map(catalogs.map(({ size }) => [size, paths.map(() => Number.POSITIVE_INFINITY)]));
  for (let pass = 0; pass < passes; pass += 1)
    for (const [index, path] of paths.entries())
      for (const { size, stage } of catalogs) {
        const times = best.get(size) ?? [];
        times[index] = Math.min(times[index] ?? 0, await costOf(path, stage));
      }
  return best;
}

/** The figures of a kind, by size. */
function rowsOf(kind: string, times: ReadonlyMap<number, readonly number[]>): Row[] {
  const latencies = [...times].map(([size, each]) => ({ size, kind, ...latencyOf(each) }));
  return latencies.map((row) => ({ ...row, growth: row.p99 / (latencies[0]?.p99 ?? row.p99) }));
}

/** Milliseconds of wall-clock time, or of CPU time with --cpu. */
const costOf = (path: string, { deps, time, pids }: Stage): Promise<number> =>
  values.cpu ? cpuOf(deps, pids, () => time(path)) : time(path);

const line = ({ size, kind, p50, p99, growth }: Row): string =>
  `${String(size).padStart(9)}  ${kind.padEnd(22)} p50 ${inMs(p50)}  p99 ${inMs(p99)}  p99 to the smallest ${growth.toFixed(2)}x`;

const catalogs: Catalog[] = [];
try {
  for (const size of sizes) catalogs.push(await openCatalog(size));
  const rows: Row[] = [];
  const tell = (measured: Row[]) => {
    for (const row of measured) say(line(row));
    rows.push(...measured);
  };
  const all = new Map(sizes.map((size): [number, number[]] => [size, []]));
  for (const kind of asked) {
    const times = await measureKind(kind, catalogs);
    for (const [size, each] of times) all.get(size)?.push(...each);
    tell(rowsOf(kind.name, times));
  }
  tell(rowsOf("all of them", all));
  if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
} finally {
  for (const { stage } of catalogs) await stage.close();
}
