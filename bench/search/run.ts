// Latency of searches as the catalog grows: node search/run.ts [sizes] [--json] [--count 200] [--keep DIR]
import { parseArgs } from "node:util";
import { inMs, type Latency, latencyOf } from "../measure/latency.ts";
import { filling } from "./fill.ts";
import { type Kind, kinds } from "./queries.ts";
import { openStage, type Stage } from "./stage.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    count: { type: "string", default: "200" },
    keep: { type: "string" },
  },
});
const sizes = (positionals[0] ?? "10000,100000,1000000").split(",").map(Number);
const count = Number(values.count);
const passes = 3;
const say = (line: string) => process.stderr.write(`${line}\n`);

/** Figures of one kind of search at one size. */
interface Row extends Latency {
  size: number;
  kind: string;
  /** p99 in relation to the smallest size. */
  growth: number;
}

/** Every search is asked a few times, and its own best time counts: what else the machine does is no figure of ours. */
async function measureKind({ paths }: Kind, { time, forget }: Stage): Promise<Latency> {
  const best = paths.map(() => Number.POSITIVE_INFINITY);
  for (let pass = 0; pass < passes; pass += 1)
    for (const [index, path] of paths.entries()) {
      forget();
      best[index] = Math.min(best[index] ?? 0, await time(path));
    }
  return latencyOf(best);
}

async function measureAll(stage: Stage, size: number, first: ReadonlyMap<string, Latency>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of kinds(count)) {
    const latency = await measureKind(kind, stage);
    const growth = latency.p99 / (first.get(kind.name)?.p99 ?? latency.p99);
    const row = { size, kind: kind.name, growth, ...latency };
    rows.push(row);
    say(line(row));
  }
  return rows;
}

const line = ({ size, kind, p50, p99, growth }: Row): string =>
  `${String(size).padStart(9)}  ${kind.padEnd(22)} p50 ${inMs(p50)}  p99 ${inMs(p99)}  p99 to the smallest ${growth.toFixed(2)}x`;

const stage = await openStage(values.keep);
try {
  const items = await filling(stage.deps, new Date());
  const rows: Row[] = [];
  let first = new Map<string, Latency>();
  for (const size of sizes) {
    say(`${size} items, ${Math.round(await items.grow(size))} stored per second`);
    const measured = await measureAll(stage, size, first);
    if (first.size === 0) first = new Map(measured.map((row) => [row.kind, row]));
    rows.push(...measured);
  }
  if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
} finally {
  await stage.close();
}
