// Compares the product with baselines.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { chosenNames, commandLine } from "../../scripts/command-line.ts";
import { saveResults } from "../measure/results.ts";
import { type Products, startContenders } from "./contenders.ts";
import { placement } from "./cores.ts";
import { measure, type Plan, type Row } from "./measure.ts";
import { startProduct } from "./product.ts";
import { measureStarts, type StartFigures } from "./start-figures.ts";
import { tableOf } from "./table.ts";
import { measureUploads } from "./uploads.ts";
import { verdicts } from "./verdicts.ts";
import { categoryCopies, importCategories } from "./workloads/imported-categories.ts";
import { pathNames, workloadsOf } from "./workloads/workloads.ts";

const usage = `Usage: pnpm bench [--quick] [--only NAMES] [--save] [--check] [--keep DIR]

Compares the product with baselines of the same run and prints a table of ratios.

  --quick       short rounds, for a first look
  --only NAMES  some paths only, separated by commas, such as category,item
  --save        writes bench/main/results.md, and results.json, which the load model reads
  --check       exits with 1 when a figure is below its minimum
  --keep DIR    keeps the data there, and uses what is there already`;
const { values } = commandLine(usage, {
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    save: { type: "boolean", default: false },
    keep: { type: "string" },
    check: { type: "boolean", default: false },
  },
});
const only = chosenNames(values.only, [...pathNames, "upload"]);
const say = (line: string) => void process.stderr.write(`${line}\n`);
const connections = 50;
const starts = values.quick ? 1 : 3;
const plan: Plan = values.quick
  ? {
      rounds: 3,
      settling: { requests: 20_000, seconds: 6 },
      shape: { connections, seconds: 1, warmUpSeconds: 2 },
    }
  : {
      rounds: 3,
      settling: { requests: 100_000, seconds: 25 },
      // A stopped contender loses its feed of changes, and with it its cached responses; their time ends
      // meanwhile as well. It reads them again.
      shape: { connections, seconds: 5, warmUpSeconds: 5 },
    };

/** Measures one path after the other. */
async function measureAll(
  products: Products,
  { folder, categoryIds }: { folder: string; categoryIds: readonly string[] },
): Promise<Row[]> {
  const workloads = await workloadsOf(products["one process"], categoryIds);
  const rows: Row[] = [];
  for (const workload of workloads.filter(({ name }) => only.includes(name))) {
    say(`… ${workload.title}`);
    const { close, ...contenders } = await startContenders(workload, { products, folder, say });
    try {
      const field = { path: workload.name, title: workload.title, ...contenders };
      rows.push(...(await measure(field, plan)));
    } finally {
      await close();
    }
  }
  if (only.includes("upload")) {
    say("… uploads");
    rows.push(...(await measureUploads(plan.rounds, values.quick ? 40 : 120)));
  }
  return rows;
}

function report(rows: readonly Row[], starts: StartFigures): string {
  const checked = verdicts(rows, starts);
  if (values.check && checked.some(({ holds }) => !holds)) process.exitCode = 1;
  return [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model.trim()}; ${placement}.`,
    `${connections} connections, medians of ${plan.rounds} rounds of ${plan.shape.seconds} s.`,
    "",
    tableOf(rows),
    "",
    `Warm start ${(starts.warmStartMs / 1_000).toFixed(2)} s, idle ${starts.idleMiB?.toFixed(0) ?? "?"} MiB.`,
    "",
    ...checked.map(({ text, holds }) => `- ${holds ? "holds" : "**missed**"}: ${text}`),
    "",
  ].join("\n");
}

// Exit normally on a signal: that resumes stopped processes, which end with this one.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(130));
const folder = values.keep ?? mkdtempSync(join(tmpdir(), "bench-main-"));
const running: { stop(): Promise<void> }[] = [];
try {
  say("… starting, seeding");
  const dirs = { one: join(folder, "one"), split: join(folder, "split") };
  // The first start builds and seeds. Later starts are measured.
  if (!existsSync(dirs.one)) await (await startProduct(dirs.one, "one process")).stop();
  // A copy with owners, so that both shapes have the same ids and tokens.
  if (!existsSync(dirs.split)) spawnSync("cp", ["-a", dirs.one, dirs.split]);
  const split = await startProduct(dirs.split, "split");
  running.push(split);
  say("… warm starts");
  const { product, ...startFigures } = await measureStarts(dirs.one, starts);
  running.push(product);
  say("… importing categories");
  const categories = await categoryCopies(product);
  for (const dir of Object.values(dirs)) importCategories(dir, categories.file);
  const rows = await measureAll({ "one process": product, split }, { folder, categoryIds: categories.ids });
  const text = report(rows, startFigures);
  process.stdout.write(text);
  if (values.save) {
    writeFileSync(new URL("results.md", import.meta.url), `# Last results\n\n${text}`);
    if (values.only === undefined)
      saveResults("main", "pnpm bench --save", {
        rows: rows.map(({ path, contender, median }) => ({ path, contender, ...median })),
        ...startFigures,
      });
  }
} finally {
  for (const one of running.reverse()) await one.stop();
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
