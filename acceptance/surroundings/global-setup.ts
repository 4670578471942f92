import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { movedClock } from "../faults/moved-clock.ts";
import { launch } from "../product/product.ts";
import type { Sandbox } from "../product/sandbox.ts";

/** Requests per minute of an application, or of an address without a token: few, to be used up soon. */
const perMinute = 120;

/** The product of these tests. */
export interface Surrounded {
  base: string;
  sandbox: Sandbox;
  perMinute: number;
  /** Folder of the file that sets its clock, and of other temporary files. */
  folder: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    surrounded: Surrounded;
  }
}

/**
 * A product with rate limits that trusts proxies at 127.0.0.1. The clock of its processes can be set;
 * Postgres keeps the true time, as it would on another machine.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "marketplace-surroundings-"));
  const limits = { RATE_LIMIT_PER_MINUTE: String(perMinute), TRUSTED_PROXIES: "127.0.0.1/32" };
  const env = { ...movedClock(folder).env, ...limits };
  const product = await launch({ dataDir: join(folder, "data"), prepared: true, env });
  const { baseUrl: base, sandbox } = product;
  project.provide("surrounded", { base, sandbox, perMinute, folder });
  return async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
