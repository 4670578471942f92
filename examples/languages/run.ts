// The same small integration in several languages, each against a world of its own.
import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Sandbox, World } from "../../packages/sandbox-client/src/index.ts";
import { type DebianPackage, installed } from "../../packages/testkit/src/debian-package.ts";
import { withPython } from "../python.ts";

type Environment = Record<string, string>;
/** Runs the program with these variables; returns what it prints. */
type Program = (variables: Environment) => Promise<string>;

const here = import.meta.dirname;
/** What each of them prints. */
const printed =
  /^signed in: \S+, \S+\nnotified: \/questions\/\d+\nanswered: ANSWERED\npredicted: MLA\d+\nuploaded: 1 file\nrefused: 409 .+\n$/;

async function output(language: string, [program = "", ...args]: string[], env: Environment) {
  const options = { cwd: join(here, language), env: { ...process.env, ...env }, timeout: 300_000 };
  const { stdout } = await promisify(execFile)(program, args, options);
  return stdout;
}

/** A program that may be on the path already, and is in a package of Debian. */
function runtime(program: string, proof: string[], name: string): string {
  const find = () => (spawnSync(program, proof, { stdio: "ignore" }).status === 0 ? program : undefined);
  const advice = `The example needs ${program}: apt-get install ${name}`;
  return installed({ name, find, advice } satisfies DebianPackage);
}

/** Runs `build` with a folder that is removed in the end. */
async function withFolder<T>(build: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "marketplace-language-"));
  try {
    return await build(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const programs: Record<string, Program> = {
  python: (variables) =>
    withPython(join(here, "python/requirements.txt"), (python) =>
      output("python", [python, "main.py"], { ...variables, PYTHONDONTWRITEBYTECODE: "1" }),
    ),
  php: (variables) => output("php", [runtime("php", ["--version"], "php-cli"), "main.php"], variables),
  // Nothing is fetched: it has no module but its own.
  go: (variables) =>
    output("go", [runtime("go", ["version"], "golang-go"), "run", "."], {
      ...variables,
      GOPROXY: "off",
      GOTOOLCHAIN: "local",
    }),
  java: (variables) =>
    withFolder(async (folder) => {
      const compiler = runtime("javac", ["--version"], "default-jdk-headless");
      const sources = ["Json.java", "Main.java", "Market.java", "Receiver.java"];
      await output("java", [compiler, "-Xlint:all,-serial", "-Werror", "-d", folder, ...sources], {});
      return output("java", ["java", "-cp", folder, "-Dstdout.encoding=UTF-8", "Main"], variables);
    }),
};

/** The variables that the README's commands set beside a product's `.data`. */
async function variablesOf(world: World): Promise<Environment> {
  const readme = await readFile(join(here, "../README.md"), "utf8");
  const [, commands = ""] = /## Programs[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  const people = Object.entries(world.users).map(([name, user]) => [
    name,
    { ...user, access_token: user.token },
  ]);
  const { baseUrl: base_url, applications, fixtures } = world;
  const document = { base_url, users: Object.fromEntries(people), applications, fixtures };
  return withFolder(async (folder) => {
    await mkdir(join(folder, ".data"));
    await writeFile(join(folder, ".data/sandbox.json"), JSON.stringify(document));
    const script = `${commands}\nnode -p 'JSON.stringify(process.env)'`;
    const { stdout } = await promisify(execFile)("bash", ["-ec", script], { cwd: folder });
    return JSON.parse(stdout) as Environment;
  });
}

/** Runs each program, and raises an error for one that prints anything else than it should. */
export async function runPrograms(sandbox: Sandbox): Promise<void> {
  for (const [language, program] of Object.entries(programs)) {
    await using world = await sandbox.world({ topics: [] });
    const text = await program(await variablesOf(world));
    if (!printed.test(text)) throw new Error(`the example in ${language} printed\n${text}`);
    process.stdout.write(`example in ${language}: passed\n`);
  }
}
