import { spawnSync } from "node:child_process";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { installed } from "@marketplace/testkit/debian-package";
import type { Checks } from "../compose/checks.ts";
import { root, run, tried } from "./programs.ts";

/** What a user writes: the examples of the packages' READMEs. */
const examples = {
  "questions.ts": "packages/client/example/questions.ts",
  "worlds.ts": "packages/sandbox-client/example/worlds.ts",
};

const compilerOptions = {
  target: "es2024",
  lib: ["es2024", "esnext.disposable", "dom", "dom.iterable", "dom.asynciterable"],
  module: "nodenext",
  types: ["node"],
  typeRoots: [join(root, "node_modules/@types")],
  strict: true,
  exactOptionalPropertyTypes: true,
  // The declarations of the packages are checked, too.
  skipLibCheck: false,
  noEmit: true,
};

/** The folder of a user's tests. */
const testsIn = (home: string): string => join(home, "tests");

/** The examples compile in a folder that has the packages alone, and the client's runs. */
export async function checkTypes(checks: Checks, home: string): Promise<void> {
  const cwd = testsIn(home);
  await mkdir(cwd);
  await writeFile(join(cwd, "package.json"), JSON.stringify({ type: "module", private: true }));
  for (const [name, path] of Object.entries(examples)) await copyFile(join(root, path), join(cwd, name));
  const files = Object.keys(examples);
  await writeFile(join(cwd, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, "node_modules/.bin/tsc");
  const { code, stdout } = await tried(tsc, ["--project", "tsconfig.json"], { cwd });
  checks.that("the examples have types", code === 0, stdout);
  const { base_url, users } = JSON.parse(await readFile(join(home, ".data/sandbox.json"), "utf8")) as {
    base_url: string;
    users: { seller_mla: { access_token: string } };
  };
  const env = { MARKETPLACE_URL: base_url, SELLER_TOKEN: users.seller_mla.access_token };
  const said = await run("node", ["questions.ts"], { cwd, env });
  checks.that("the client's example reads questions", /^\d+: ./m.test(said));
}

/** Without an address, the sandbox starts the product that is installed. */
export async function checkExamples(checks: Checks, home: string): Promise<void> {
  const said = await run("node", ["worlds.ts"], { cwd: testsIn(home) });
  checks.that("a sandbox starts the installed product", /was told of \/questions\/\d+/.test(said), said);
}

const findPython = (): string | undefined =>
  spawnSync("python3", ["--version"], { stdio: "ignore" }).status === 0 ? "python3" : undefined;

/** The Python helper of Testcontainers compiles. */
export async function checkPython(checks: Checks): Promise<void> {
  const advice = "The Python helper needs Python 3: apt-get install python3";
  const python = installed({ name: "python3", find: findPython, advice });
  const program = "import sys; compile(open(sys.argv[1]).read(), sys.argv[1], 'exec')";
  const file = "packages/testcontainers/python/marketplace_container.py";
  const { code, stderr } = await tried(python, ["-c", program, file], { cwd: root });
  checks.that("the Python helper compiles", code === 0, stderr);
}
