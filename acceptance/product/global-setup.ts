import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { firstStartMs } from "./prepared.ts";
import { launch } from "./product.ts";
import { readSandbox, type Sandbox } from "./sandbox.ts";

declare module "vitest" {
  export interface ProvidedContext {
    baseUrl: string;
    sandbox: Sandbox;
  }
}

/**
 * The product under test: the one of `ACCEPTANCE_URL` and `ACCEPTANCE_SANDBOX` (a path), in any shape, or a
 * new one on a data directory with nothing but the demo.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { ACCEPTANCE_URL, ACCEPTANCE_SANDBOX } = process.env;
  if (!ACCEPTANCE_URL !== !ACCEPTANCE_SANDBOX)
    throw new Error("ACCEPTANCE_URL and ACCEPTANCE_SANDBOX go together: set both, or neither");
  if (ACCEPTANCE_URL && ACCEPTANCE_SANDBOX) {
    project.provide("baseUrl", ACCEPTANCE_URL.replace(/\/$/, ""));
    project.provide("sandbox", await readSandbox(ACCEPTANCE_SANDBOX));
    return undefined;
  }
  const dataDir = await mkdtemp(join(tmpdir(), "marketplace-acceptance-"));
  const product = await launch({ dataDir, prepared: true, readyWithinMs: firstStartMs });
  project.provide("baseUrl", product.baseUrl);
  project.provide("sandbox", product.sandbox);
  return async () => {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
