import { Worker } from "node:worker_threads";
import type { Deps } from "@marketplace/catalog-service";
import { expect, test } from "vitest";
import { cpuOf } from "./cpu.ts";

const busyThenIdle = `
  const endAt = performance.now() + 500;
  while (performance.now() < endAt);
  require("node:worker_threads").parentPort.postMessage("done");
  setInterval(() => {}, 1_000);`;

test.runIf(process.platform === "linux")(
  "a thread that ends during the work takes nothing of what the work cost",
  async () => {
    const worker = new Worker(busyThenIdle, { eval: true });
    await new Promise((resolve) => worker.once("message", resolve));
    const db = { pool: { query: async () => ({ rows: [] }) } };
    const cost = await cpuOf({ db } as unknown as Deps, [process.pid], () => worker.terminate());
    expect(cost).toBeGreaterThanOrEqual(0);
  },
);
