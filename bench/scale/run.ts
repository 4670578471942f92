// The load model: what a marketplace of a given size needs of each engine, and how it behaves under load.

import { readFileSync, writeFileSync } from "node:fs";
import { commandLine } from "../../scripts/command-line.ts";
import { assumptions, valuesOf } from "./assumptions.ts";
import { demandOf } from "./demand.ts";
import { reference } from "./deployment.ts";
import { failoverSeconds, readMeasured } from "./measured.ts";
import { quotedIn, withQuoted } from "./quoted.ts";
import { billTable, dayTable, failoverTable, loadTable, operationsTable, resourcesTable } from "./report.ts";
import { figure, textTable } from "./text-table.ts";

const usage = `Usage: pnpm --filter @marketplace/bench scale [--set NAME=VALUE] [--assumptions] [--write] [--check]

Computes what a marketplace of a million sellers needs of each engine, what breaks first and what it costs, and
simulates its latencies, from what the other benches saved.

  --set NAME=VALUE  another value of an assumption, such as items=1_000_000; may be repeated
  --assumptions     prints the assumptions with their reasons
  --write           quotes the output in docs/scaling.md
  --check           exits with 1 when docs/scaling.md quotes something else`;
const { values } = commandLine(usage, {
  options: {
    set: { type: "string", multiple: true, default: [] },
    assumptions: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const page = new URL("../../docs/scaling.md", import.meta.url);

function main(): void {
  const of = valuesOf(values.set);
  if (values.assumptions) {
    const rows = Object.entries(assumptions).map(([name, { reason }]) => [
      name,
      `${figure(of[name as keyof typeof of])}  `,
      reason,
    ]);
    const width = Math.max(...rows.map(([, , reason = ""]) => reason.length));
    const told = rows.map(([name = "", value = "", reason = ""]) => [name, value, reason.padEnd(width)]);
    process.stdout.write(`${textTable(["assumption", "value  ", "reason".padEnd(width)], told)}\n`);
    return;
  }
  const measured = readMeasured();
  const demand = demandOf(of, measured, reference);
  const seconds = failoverSeconds();
  const parts: [string, () => string][] = [
    ["requests", () => operationsTable(demand)],
    ["resources", () => resourcesTable(demand)],
    ["bill", () => billTable(reference, demand)],
    ["load", () => loadTable(demand, measured)],
    ["day", () => dayTable(demand, measured, of.peakFactor)],
    ["failover", () => failoverTable(demand, measured, seconds)],
  ];
  const tables = new Map<string, string>();
  for (const [name, table] of parts) {
    tables.set(name, table());
    process.stdout.write(`${name}\n\n${tables.get(name)}\n\n`);
  }
  const index = `an index in the process would take ${figure(demand.embeddedIndexGB)} GB of each catalog-service`;
  process.stdout.write(`${index}; an outage is ${seconds} s\n\n${measured.sources.join("\n")}\n`);
  const text = readFileSync(page, "utf8");
  if (values.write) writeFileSync(page, withQuoted(text, tables));
  const differing = [...tables].filter(([name, table]) => quotedIn(text, name) !== table);
  if (values.check && differing.length > 0) {
    process.stderr.write(
      `docs/scaling.md quotes other figures (--write): ${differing.map(([name]) => name).join(", ")}\n`,
    );
    process.exitCode = 1;
  }
}

main();
