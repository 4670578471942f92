import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { installed } from "../packages/testkit/src/debian-package.ts";

const advice = "The Python examples need Python 3 with venv: apt-get install python3-venv";

/** The Python on the path, if it can make virtual environments. */
function findPython(): string | undefined {
  const able = spawnSync("python3", ["-c", "import venv, ensurepip"], { stdio: "ignore" });
  return able.status === 0 ? "python3" : undefined;
}

/** Makes a virtual environment for `use`, which is given its Python, and removes it in the end. */
export async function withPython<T>(requirements: string, use: (python: string) => Promise<T>): Promise<T> {
  const python = installed({ name: "python3-venv", find: findPython, advice });
  const folder = await mkdtemp(join(tmpdir(), "marketplace-python-"));
  const own = join(folder, "bin/python");
  try {
    await promisify(execFile)(python, ["-m", "venv", folder]);
    await promisify(execFile)(own, ["-m", "pip", "install", "--quiet", "--requirement", requirements]);
    return await use(own);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
