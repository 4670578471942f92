import { parseArgs } from "node:util";
import type { Memory } from "./child.ts";
import { load, type Rate } from "./load.ts";
import { openStage } from "./stage.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    rounds: { type: "string", default: "3" },
    count: { type: "string", default: "120" },
    parallel: { type: "string", default: "10" },
    dir: { type: "string" },
  },
});
const [rounds, count, parallel] = [values.rounds, values.count, values.parallel].map(Number);
if (!rounds || !count || !parallel) {
  process.stderr.write(
    "Usage: node invoices/run.ts [--rounds 3] [--count 200] [--parallel 10] [--dir DIR] [--json]\n",
  );
  process.exit(2);
}

const names = ["plain", "direct", "gateway"] as const;
const warmUp = 60;
const stage = await openStage(2 * (warmUp + rounds * count), values.dir);
const rates = new Map<string, Rate[]>(names.map((name) => [name, []]));
for (const name of names) await load(stage[name].target, { count: warmUp, parallel });
for (const name of names) await stage[name].process.resetMemory();
// In turns, so that whatever else the machine does meets all three alike.
for (let round = 0; round < rounds; round += 1)
  for (const name of names) rates.get(name)?.push(await load(stage[name].target, { count, parallel }));
const results = await Promise.all(
  names.map(async (name) => resultOf(name, rates.get(name) ?? [], await stage[name].process.memory())),
);
await stage.close();
process.stdout.write(values.json ? `${JSON.stringify(results, null, 2)}\n` : `${table()}\n`);

interface Result extends Rate {
  name: string;
  memory: Memory;
}

/** The median round: one disturbed round changes nothing. */
function resultOf(name: string, all: readonly Rate[], memory: Memory): Result {
  const median = (pick: (rate: Rate) => number) =>
    all.map(pick).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
  return {
    ...{ name, memory },
    perSecond: median((rate) => rate.perSecond),
    p50: median((rate) => rate.p50),
    p99: median((rate) => rate.p99),
  };
}

function table(): string {
  const limit = results[0]?.perSecond ?? 0;
  const lines = results.map(({ name, perSecond, p50, p99, memory: { before, peak } }) => {
    const share = `${((100 * perSecond) / limit).toFixed(0)} %`;
    const growth = `${before.toFixed(0)} MB + ${(peak - before).toFixed(0)} MB`;
    return [name, perSecond.toFixed(0), share, p50.toFixed(1), p99.toFixed(1), growth];
  });
  const head = ["1 MB uploads", "per second", "of plain", "p50 ms", "p99 ms", "memory: warm + growth"];
  return [head, ...lines].map((cells) => cells.map((cell) => cell.padEnd(14)).join(" ")).join("\n");
}
