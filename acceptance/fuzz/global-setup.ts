import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { launch } from "../product/product.ts";
import { readSandbox, type Sandbox } from "../product/sandbox.ts";

/** Address and demo data of a product. */
export interface Target {
  base: string;
  /** Its data directory, with `sandbox.json`. */
  dataDir: string;
  sandbox: Sandbox;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** The product that the fuzzer changes freely. */
    fuzzed: Target;
    /** The product whose demo data stay as they are. */
    attacked: Target;
  }
}

/**
 * Short timeouts, so that tests can wait for their effect. A busy machine takes longer than the first two
 * for the answers to sixty purchases at once: their connections stand still meanwhile.
 */
const shortTimeouts = {
  HEADERS_TIMEOUT_MS: "2000",
  REQUEST_TIMEOUT_MS: "4000",
  SOCKET_IDLE_TIMEOUT_MS: "30000",
};

/**
 * Fuzzing changes the data of a product, so it gets its own (in six processes with `ACCEPTANCE_SPLIT=1`), or
 * the one of `FUZZ_URL` and `FUZZ_SANDBOX`. Attacks go there too, unless `ACCEPTANCE_URL` and
 * `ACCEPTANCE_SANDBOX` name another.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { ACCEPTANCE_URL, ACCEPTANCE_SANDBOX, FUZZ_URL, FUZZ_SANDBOX } = process.env;
  const fuzzed = await named(FUZZ_URL, FUZZ_SANDBOX);
  const attacked = await named(ACCEPTANCE_URL, ACCEPTANCE_SANDBOX);
  const own = fuzzed ? undefined : await started();
  const target = fuzzed ?? own?.target;
  if (!target) throw new Error("there is no product to fuzz");
  project.provide("fuzzed", target);
  project.provide("attacked", attacked ?? target);
  return async () => {
    tell(project);
    await own?.stop();
  };
}

/** Prints the figures of the attacks; the fuzzer prints its own. */
function tell({ vitest }: TestProject): void {
  const modules = vitest.state.getTestModules().filter(({ moduleId }) => moduleId.includes("/hostile/"));
  const states = modules.flatMap(({ children }) =>
    [...children.allTests()].map((test) => test.result().state),
  );
  if (states.length === 0) return;
  const escaped = states.filter((state) => state === "failed").length;
  process.stdout.write(`\nhostile: ${states.length} cases, ${escaped} escaped\n`);
}

async function named(url: string | undefined, sandbox: string | undefined): Promise<Target | undefined> {
  if (!url || !sandbox) return undefined;
  return { base: url.replace(/\/$/, ""), dataDir: dirname(sandbox), sandbox: await readSandbox(sandbox) };
}

async function started(): Promise<{ target: Target; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "marketplace-abused-"));
  const shape = process.env.ACCEPTANCE_SPLIT === "1" ? ["--split"] : [];
  const product = await launch({
    dataDir,
    prepared: true,
    env: shortTimeouts,
    command: ["node", "scripts/start.mjs", ...shape],
  });
  const stop = async () => {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { target: { base: product.baseUrl, dataDir, sandbox: product.sandbox }, stop };
}
