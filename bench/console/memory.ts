// Idle memory of the product with and without the console, each three times in turns:
// `pnpm --filter @marketplace/bench console:memory`. Fails when the console adds more than 5 MiB.
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { residentMiB } from "../main/processes.ts";
import { startProduct } from "../main/product.ts";

const rounds = 3;
const maxMiB = 5;
const settleMs = 3_000;
/** Without its page the gateway serves no console. */
const page = fileURLToPath(new URL("../../apps/console/dist/index.html", import.meta.url));

async function idleMiB(dataDir: string): Promise<number> {
  const product = await startProduct(dataDir, "one process", {}, "bench/console/start-built.ts");
  try {
    // Background work of the start ends before the memory is read.
    await delay(settleMs);
    const memory = residentMiB(product.pid);
    if (memory === undefined) throw new Error("there is no /proc");
    const served = await fetch(`${product.url}/console`);
    await served.body?.cancel();
    console.log(`${served.status === 200 ? "with" : "without"} console: ${memory.toFixed(1)} MiB`);
    return memory;
  } finally {
    await product.stop();
  }
}

async function withoutConsole<T>(act: () => Promise<T>): Promise<T> {
  await rename(page, `${page}.away`);
  try {
    return await act();
  } finally {
    await rename(`${page}.away`, page);
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const dataDir = await mkdtemp(join(tmpdir(), "marketplace-console-memory-"));
try {
  // Builds what is missing, and seeds.
  await (await startProduct(dataDir, "one process")).stop();
  const figures: { having: number[]; lacking: number[] } = { having: [], lacking: [] };
  for (let round = 0; round < rounds; round += 1) {
    figures.lacking.push(await withoutConsole(() => idleMiB(dataDir)));
    figures.having.push(await idleMiB(dataDir));
  }
  const added = median(figures.having) - median(figures.lacking);
  console.log(`the console adds ${added.toFixed(1)} MiB to idle memory (at most ${maxMiB})`);
  if (added > maxMiB) process.exitCode = 1;
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
