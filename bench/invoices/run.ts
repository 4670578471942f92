import { commandLine } from "../../scripts/command-line.ts";
import type { Memory } from "./child.ts";
import type { CpuTime } from "./cpu.ts";
import { load, type Rate } from "./load.ts";
import { openStage } from "./stage.ts";

const usage = `Usage: node invoices/run.ts [--rounds 3] [--count 120] [--parallel 10] [--dir DIR] [--profiles DIR] [--json]

Measures uploads of 1 MB directly and through the gateway, beside a plain server.`;
const { values } = commandLine(usage, {
  options: {
    json: { type: "boolean", default: false },
    rounds: { type: "string", default: "3" },
    count: { type: "string", default: "120" },
    parallel: { type: "string", default: "10" },
    dir: { type: "string" },
    profiles: { type: "string" },
  },
});
const [rounds, count, parallel] = [values.rounds, values.count, values.parallel].map(Number);
if (!rounds || !count || !parallel) {
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

const names = ["plain", "direct", "gateway"] as const;
const warmUp = 300;
const stage = await openStage({
  packs: 2 * (warmUp + rounds * count),
  parent: values.dir,
  profiles: values.profiles,
});
const rates = new Map<string, Rate[]>(names.map((name) => [name, []]));
for (const name of names) await load(stage[name].target, { count: warmUp, parallel });
for (const name of names) await stage[name].process.resetMemory();
// In turns, so that other load on the machine affects all three alike.
const used = new Map<string, CpuTime[]>(names.map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1)
  for (const name of names) {
    const before = stage.cpu();
    rates.get(name)?.push(await load(stage[name].target, { count, parallel }));
    used.get(name)?.push(spentPerUpload(before, count));
  }
const results = await Promise.all(
  names.map(async (name) => resultOf(name, rates.get(name) ?? [], await stage[name].process.memory())),
);
await stage.close();
process.stdout.write(values.json ? `${JSON.stringify(results, null, 2)}\n` : `${table()}\n`);

interface Result extends Rate {
  name: string;
  /** CPU milliseconds of one upload, by process. */
  cpu: CpuTime;
  memory: Memory;
}

/** The median of all rounds, which one disturbed round does not change. */
function resultOf(name: string, all: readonly Rate[], memory: Memory): Result {
  const median = (pick: (rate: Rate) => number) => medianOf(all.map(pick));
  const processes = Object.keys(used.get(name)?.[0] ?? {});
  const cpu = processes.map((key) => [key, medianOf((used.get(name) ?? []).map((time) => time[key] ?? 0))]);
  return {
    name,
    memory,
    cpu: Object.fromEntries(cpu),
    perSecond: median((rate) => rate.perSecond),
    p50: median((rate) => rate.p50),
    p99: median((rate) => rate.p99),
  };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function spentPerUpload(before: CpuTime, uploads: number): CpuTime {
  const spent = Object.entries(stage.cpu()).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / uploads]);
  return Object.fromEntries(spent);
}

function table(): string {
  const limit = results[0]?.perSecond ?? 0;
  const lines = results.map(({ name, perSecond, p50, p99, memory: { before, peak } }) => {
    const share = `${((100 * perSecond) / limit).toFixed(0)} %`;
    const growth = `${before.toFixed(0)} MB + ${(peak - before).toFixed(0)} MB`;
    return [name, perSecond.toFixed(0), share, p50.toFixed(1), p99.toFixed(1), growth];
  });
  const head = ["1 MB uploads", "per second", "of plain", "p50 ms", "p99 ms", "memory: warm + growth"];
  const sum = ({ cpu }: Pick<Result, "cpu">) => Object.values(cpu).reduce((total, ms) => total + ms, 0);
  const least = sum(results[0] ?? { cpu: {} });
  const costs = results.map((result) => {
    const parts = Object.values(result.cpu).map((ms) => ms.toFixed(1));
    return [result.name, ...parts, sum(result).toFixed(1), `${((100 * least) / sum(result)).toFixed(0)} %`];
  });
  const costHead = ["CPU ms/upload", ...Object.keys(results[0]?.cpu ?? {}), "all", "of plain"];
  return [head, ...lines, [], costHead, ...costs]
    .map((cells) =>
      cells
        .map((cell) => cell.padEnd(14))
        .join(" ")
        .trimEnd(),
    )
    .join("\n");
}
