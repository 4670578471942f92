import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chosenNames, commandLine } from "../../scripts/command-line.ts";
import type { Plan } from "../main/measure.ts";
import { type Product, startProduct } from "../main/product.ts";
import { inspectable } from "./inspected.ts";
import { measureMemory } from "./memory.ts";
import { measureRecording } from "./recording.ts";
import { measureTimes } from "./times.ts";
import { measureTogether } from "./together.ts";

const usage = `Usage: node sandbox/run.ts [--only NAMES] [--worlds 20] [--runs 9] [--quick] [--keep DIR]

Measures the sandbox lab on the product in one process with demo data.

  --only NAMES  some parts only, separated by commas: times (of create, fork, reset and snapshot), memory (of a
                world), together (requests a second over many worlds relative to one), recording (what the lab
                costs the world default)
  --worlds N    worlds that are used together (20)
  --runs N      how often each is made (9)
  --quick       short rounds, for a first look
  --keep DIR    keeps the data there, and uses what is there already`;
const { values } = commandLine(usage, {
  options: {
    only: { type: "string" },
    worlds: { type: "string", default: "20" },
    runs: { type: "string", default: "9" },
    quick: { type: "boolean", default: false },
    keep: { type: "string" },
  },
});
const parts = ["times", "memory", "together", "recording"] as const;
const only = chosenNames(values.only, parts);
const connections = 50;
const plan: Plan = values.quick
  ? {
      rounds: 3,
      settling: { requests: 20_000, seconds: 6 },
      shape: { connections, seconds: 2, warmUpSeconds: 2 },
    }
  : {
      rounds: 7,
      settling: { requests: 100_000, seconds: 25 },
      shape: { connections, seconds: 5, warmUpSeconds: 3 },
    };
const folder = values.keep ?? mkdtempSync(join(tmpdir(), "bench-sandbox-"));

/** Measures one part on a product, with its title. */
async function part(
  name: (typeof parts)[number],
  measured: (product: Product) => Promise<void>,
  env = {},
): Promise<void> {
  if (!only.includes(name)) return;
  console.log(`\n${name}`);
  const product = await startProduct(join(folder, "with"), "one process", env);
  await measured(product).finally(() => product.stop());
}

try {
  await part("times", (product) => measureTimes(product, Number(values.runs)));
  const { env, port } = await inspectable();
  await part("memory", (product) => measureMemory(product, Number(values.worlds), port), env);
  await part("together", (product) => measureTogether(product, Number(values.worlds), plan));
  await part("recording", async (withLab) => {
    const without = await startProduct(join(folder, "without"), "one process", { SANDBOX: "off" });
    await measureRecording({ without, with: withLab }, plan).finally(() => without.stop());
  });
} finally {
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true });
}
