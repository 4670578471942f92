import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const script = fileURLToPath(new URL("engine.sh", import.meta.url));
const home = process.env.COMPOSE_TEST_HOME ?? "/var/tmp/marketplace-compose";

/** Exit code and output of a command. */
export interface Ended {
  code: number;
  said: string;
}

export interface Where {
  env?: Record<string, string>;
  cwd?: string;
}

/** A Docker engine: the machine's, or one that this program starts in Linux namespaces. */
export interface Engine {
  readonly own: boolean;
  /** A folder that the engine sees under the same path. */
  readonly files: string;
  /** Runs a program beside the engine, such as docker itself; resolves also when it fails. */
  run(words: readonly string[], where?: Where): Promise<Ended>;
}

/** Whether the machine has an engine. */
const answers = (): boolean => spawnSync("docker", ["info"], { stdio: "ignore" }).status === 0;

/** Whether this program can start an engine: root on Debian, with namespaces. */
const possible = (): boolean => spawnSync(script, ["possible"], { stdio: "ignore" }).status === 0;

/**
 * Starts an engine and runs this program again in its network, which has the published ports. Resolves with
 * the exit code.
 */
async function againBeside(): Promise<number> {
  await run(script, ["start"]).catch((error) => {
    throw new Error(`the engine does not start:\n${error.stdout}${error.stderr}`);
  });
  const words = ["beside", process.execPath, ...process.argv.slice(1)];
  const child = spawn(script, words, { stdio: "inherit", env: { ...process.env, COMPOSE_TEST_BESIDE: "1" } });
  // An interruption reaches the tests too. The engine stops after they have ended.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  const [code] = await once(child, "exit");
  if (!process.argv.includes("--keep")) await run(script, ["stop"]);
  return code ?? 1;
}

/** Whether this process was started by `againBeside`. */
const isBeside = process.env.COMPOSE_TEST_BESIDE === "1";

/**
 * Runs checks on the machine's engine, or this program again on one that it starts. Resolves with the exit
 * code: 0 when they pass, and where no engine can run if that is allowed.
 */
export async function onEngine(passes: () => Promise<boolean>, wherePossible: boolean): Promise<number> {
  if (isBeside || answers()) return (await passes()) ? 0 : 1;
  if (possible()) return againBeside();
  const reason = "no Docker engine answers, and only root on Debian (amd64) with namespaces can make one";
  if (!wherePossible) throw new Error(reason);
  process.stdout.write(`not run: ${reason}\n`);
  return 0;
}

export async function engineHere(): Promise<Engine> {
  const files = join(home, "files");
  await mkdir(files, { recursive: true });
  return {
    own: isBeside,
    files,
    async run(words, { env = {}, cwd = files } = {}) {
      const [program = "", ...rest] = isBeside ? [script, "inside", ...words] : words;
      const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 256 * 1_048_576 };
      return run(program, rest, options).then(
        ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
        (error) => ({ code: Number(error.code) || 1, said: `${error.stdout ?? ""}${error.stderr ?? error}` }),
      );
    },
  };
}

/** Runs a program that must succeed; returns its output. */
export async function must(engine: Engine, words: readonly string[], where?: Where): Promise<string> {
  const { code, said } = await engine.run(words, where);
  if (code === 0) return said.trim();
  throw new Error(`${words.join(" ")} ended with ${code}:\n${said.split("\n").slice(-25).join("\n")}`);
}

export const succeeds = async (engine: Engine, words: readonly string[]): Promise<boolean> =>
  (await engine.run(words)).code === 0;
