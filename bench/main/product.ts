import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "@marketplace/database/testing";
import { type Child, launch } from "./child.ts";
import { move } from "./cores.ts";
import { familyOf } from "./processes.ts";
import { type Cpu, cpuOf } from "./sample.ts";
import { untilReady } from "./until-ready.ts";

export type Shape = "one process" | "split";

/** The parts of `sandbox.json` that the bench uses. */
export interface Sandbox {
  users: Record<"seller_mla" | "buyer_mla", { id: number; access_token: string }>;
  fixtures: Record<"item_active" | "category_leaf", string>;
  /** Access to the sandbox lab, where there is one. */
  sandbox?: { admin_token: string };
}

/** The product, running. */
export interface Product {
  url: string;
  pid: number;
  sandbox: Sandbox;
  /** Milliseconds from launch to `/readyz`. */
  startMs: number;
  /** Address of a database on its Postgres. */
  databaseUrl(name: string): string;
  cpu(): Cpu;
  stop(): Promise<void>;
}

const root = new URL("../..", import.meta.url).pathname;
// A first start seeds a minute of CPU time, which a busy machine draws out.
const readyWithinMs = 900_000;

/**
 * Starts the product on a data directory like `pnpm start`, with further variables of its environment, and
 * moves its Postgres to the core of the load. A script of another checkout starts the product of that one.
 */
export async function startProduct(
  dataDir: string,
  shape: Shape,
  variables: Record<string, string> = {},
  script = "scripts/start.mjs",
): Promise<Product> {
  const port = await freePort();
  const args = [resolve(root, script), ...(shape === "split" ? ["--split"] : [])];
  const own = { PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, SEED: "demo", LOG_LEVEL: "warn" };
  const env = { ...own, ...variables };
  const child = launch({ core: "server", args, env });
  try {
    const url = `http://127.0.0.1:${port}`;
    const startMs = await untilReady(`${url}/readyz`, readyWithinMs, child.isRunning);
    // When split, the gateway answers shortly before these files exist.
    await appeared(join(dataDir, "run.json"));
    for (const { pid, name } of familyOf(child.pid)) if (name === "postgres") move(pid, "load");
    return describe({ child, url, dataDir, shape, startMs });
  } catch (error) {
    await child.stop();
    throw error;
  }
}

async function appeared(file: string): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (existsSync(file)) return;
    await delay(20);
  }
  throw new Error(`${file} did not appear`);
}

interface Found {
  child: Child;
  url: string;
  dataDir: string;
  shape: Shape;
  startMs: number;
}

function describe({ child, url, dataDir, shape, startMs }: Found): Product {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(dataDir, name), "utf8"));
  // The product writes both files when it becomes ready.
  const { admin_url } = read("run.json") as { admin_url: string };
  const sandbox = read("sandbox.json") as Sandbox;
  const isGateway = (command: string, pid: number) =>
    shape === "split" ? command.includes("/gateway.js") : pid === child.pid;
  return {
    url,
    sandbox,
    startMs,
    pid: child.pid,
    databaseUrl(name) {
      const address = new URL(admin_url);
      address.pathname = name;
      return address.href;
    },
    cpu: () => cpuOf([child.pid], isGateway),
    stop: child.stop,
  };
}
