// `pnpm test:examples`: runs the examples as their users would, against one product that it starts.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "../acceptance/product/product.ts";
import { createSandbox } from "../packages/sandbox-client/src/index.ts";
import { makeCollections } from "./collections/run.ts";
import { runPrograms } from "./languages/run.ts";
import { withPython } from "./python.ts";

interface Run {
  cwd: string;
  env?: Record<string, string>;
}

const here = import.meta.dirname;

/** Runs a program, and raises an error when it fails. */
async function run(program: string, args: string[], { cwd, env }: Run): Promise<void> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: "inherit" });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}`);
}

async function pytest(env: Record<string, string>): Promise<void> {
  const cwd = join(here, "pytest");
  // Nothing is left in the folder of the example.
  const noBytecode = { ...env, PYTHONDONTWRITEBYTECODE: "1" };
  await withPython(join(cwd, "requirements.txt"), (python) =>
    run(python, ["-m", "pytest", "-p", "no:cacheprovider"], { cwd, env: noBytecode }),
  );
}

async function runAll(sandboxFile: string): Promise<void> {
  await using sandbox = await createSandbox({ sandboxFile });
  const env = { MARKETPLACE_URL: sandbox.baseUrl, MARKETPLACE_ADMIN_TOKEN: sandbox.adminToken };
  await run("pnpm", ["run", "test:examples"], { cwd: join(here, "vitest"), env });
  await pytest(env);
  await runPrograms(sandbox);
  await using world = await sandbox.world();
  const { baseUrl, users } = world;
  await makeCollections(join(here, "dist/collections"), { baseUrl, token: users.seller_mla.token });
}

const folder = await mkdtemp(join(tmpdir(), "marketplace-examples-"));
try {
  const product = await launch({ dataDir: join(folder, "data"), prepared: true });
  await runAll(join(product.dataDir, "sandbox.json")).finally(product.stop);
} finally {
  await rm(folder, { recursive: true, force: true });
}
