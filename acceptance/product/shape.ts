import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launch } from "./product.ts";

// Usage: node product/shape.ts split [lab] | replicas
// Starts the product in that shape, runs the tests of one process, and stops it. Of split, `lab` runs only
// what replicas do not have: the sandbox lab and recordings.
const everything = ["run", "--project", "product"];
const ofReplicas = (project: string) => [
  "run",
  "--config",
  "replicas/vitest.config.ts",
  "--project",
  project,
];
const shapes: Record<string, { words: string[]; suites: string[][] }> = {
  split: { words: ["--split"], suites: [everything] },
  replicas: {
    words: ["--split", "--replicas", "2"],
    // The tests that stop replicas run alone.
    suites: [everything, ofReplicas("two of each"), ofReplicas("stopping")],
  },
};

// A signal reaches the tests too. The product stops after they have ended.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});

const [name = "", part] = process.argv.slice(2);
const shape = shapes[name];
/** Which tests of the sandbox lab run; all when absent. */
const lab = name === "replicas" ? "none" : part === "lab" ? "only" : undefined;
if (!shape) throw new Error(`say one of: ${Object.keys(shapes).join(", ")}`);
process.exitCode = (await passes(shape)) ? 0 : 1;

async function passes({ words, suites }: { words: string[]; suites: string[][] }): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), "marketplace-shape-"));
  const command: [string, ...string[]] = ["node", "scripts/start.mjs", ...words];
  const product = await launch({ dataDir, prepared: true, command });
  let passed = true;
  try {
    for (const suite of suites) passed = (await vitest(suite, product.baseUrl, dataDir)) && passed;
  } finally {
    const { code, stderr } = await product.stop();
    if (code !== 0 || !passed) process.stderr.write(stderr);
    passed = code === 0 && passed;
    await rm(dataDir, { recursive: true, force: true });
  }
  return passed;
}

async function vitest(words: string[], baseUrl: string, dataDir: string): Promise<boolean> {
  const env = {
    ...process.env,
    ACCEPTANCE_URL: baseUrl,
    ACCEPTANCE_SANDBOX: join(dataDir, "sandbox.json"),
    ACCEPTANCE_RUN: join(dataDir, "run.json"),
    ...(lab && { ACCEPTANCE_LAB: lab }),
  };
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const tests = spawn("vitest", words, { cwd, env, stdio: "inherit" });
  const [code] = await once(tests, "exit");
  return code === 0;
}
