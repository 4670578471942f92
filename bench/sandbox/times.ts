import { setTimeout as delay } from "node:timers/promises";
import { familyOf } from "../main/processes.ts";
import type { Product } from "../main/product.ts";
import { inMs, latencyOf } from "../measure/latency.ts";
import { labOf, type World } from "./lab.ts";

/** CPU time of the product and its Postgres so far in milliseconds, with that of sessions that have ended. */
const cpuMs = (pid: number): number =>
  familyOf(pid).reduce((sum, { cpu, reaped }) => sum + cpu + reaped, 0) / 1_000;

/** Between two runs, as a test would use the world: what is done behind an answer ends meanwhile. */
const restMs = 3_000;

interface Row {
  name: string;
  work: (run: number) => Promise<unknown>;
  /** Before each run; not measured. */
  before?: () => Promise<unknown>;
  rest?: number;
}

/** How long it takes to make worlds, and the CPU time of it, with all that is done behind the answer. */
export async function measureTimes(product: Product, runs: number): Promise<void> {
  const lab = labOf(product);
  const row = async ({ name, work, before = async () => {}, rest = restMs }: Row) => {
    const milliseconds: number[] = [];
    let cpu = 0;
    for (let run = -1; run < runs; run += 1) {
      await before();
      await delay(rest);
      const begun = cpuMs(product.pid);
      const startedAt = performance.now();
      await work(run);
      const took = performance.now() - startedAt;
      await delay(rest);
      if (run >= 0) milliseconds.push(took);
      if (run >= 0) cpu += cpuMs(product.pid) - begun;
    }
    const { p50, p99 } = latencyOf(milliseconds);
    console.log(`${name.padEnd(26)} ${inMs(p50)} ${inMs(p99)} ${inMs(cpu / runs)}`);
  };
  console.log(`${"".padEnd(26)} ${["median", "longest", "CPU"].map((text) => text.padStart(10)).join(" ")}`);
  const made: World[] = [];
  const create = async () => made.push(await lab.create());
  await row({ name: "create", work: create });
  await row({ name: "create, one after another", work: create, rest: 0 });
  const [world, ...others] = made;
  if (!world) throw new Error("no world was made");
  for (const other of others) await lab.drop(other);
  const use = () => lab.read(world, `/items/${world.fixtures.item_active}`);
  await row({ name: "first request", before: () => lab.reset(world), work: use });
  await row({ name: "reset", before: use, work: () => lab.reset(world) });
  const forks: World[] = [];
  await row({ name: "fork", before: use, work: async () => forks.push(await lab.fork(world)) });
  await row({ name: "drop", work: async () => lab.drop(forks.pop() ?? world) });
  const names: string[] = [];
  const snapshot = (run: number) => {
    names.push(`bench-${Date.now()}-${run + 1}`);
    return lab.snapshot(world, names.at(-1) ?? "");
  };
  await row({ name: "snapshot", before: use, work: snapshot });
  for (const name of names) await lab.dropSnapshot(name);
  await row({ name: "reset of default", work: () => lab.resetDefault() });
}
