// `pnpm test:examples`: runs the examples as their users would, against one product that it starts.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installed } from "../acceptance/product/debian-package.ts";
import { createSandbox } from "../packages/sandbox-client/src/index.ts";
import { makeCollections } from "./collections/run.ts";

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

/** The Python on the path, if it can make virtual environments. */
function findPython(): string | undefined {
  const able = spawnSync("python3", ["-c", "import venv, ensurepip"], { stdio: "ignore" });
  return able.status === 0 ? "python3" : undefined;
}

async function pytest(env: Record<string, string>): Promise<void> {
  const advice = "The Python example needs Python 3 with venv: apt-get install python3-venv";
  const python = installed({ name: "python3-venv", find: findPython, advice });
  const folder = await mkdtemp(join(tmpdir(), "marketplace-pytest-"));
  const cwd = join(here, "pytest");
  const own = join(folder, "bin/python");
  try {
    await run(python, ["-m", "venv", folder], { cwd });
    await run(own, ["-m", "pip", "install", "--quiet", "--requirement", "requirements.txt"], { cwd });
    // Nothing is left in the folder of the example.
    const tidy = { ...env, PYTHONDONTWRITEBYTECODE: "1" };
    await run(own, ["-m", "pytest", "-p", "no:cacheprovider"], { cwd, env: tidy });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await using sandbox = await createSandbox();
const env = { MARKETPLACE_URL: sandbox.baseUrl, MARKETPLACE_ADMIN_TOKEN: sandbox.adminToken };
await run("pnpm", ["run", "test:examples"], { cwd: join(here, "vitest"), env });
await pytest(env);
await using world = await sandbox.world();
const { baseUrl, users } = world;
await makeCollections(join(here, "dist/collections"), { baseUrl, token: users.seller_mla.token });
