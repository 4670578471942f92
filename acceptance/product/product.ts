import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { copyPrepared, firstStartMs } from "./prepared.ts";
import { readSandbox, type Sandbox } from "./sandbox.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Options of a start: environment variables, and the command (by default the one behind `pnpm start`). */
export interface Launch {
  dataDir: string;
  /** A free one when left out. */
  port?: number;
  seed?: "demo" | "none";
  /** The data directory is new and need not be of a first start: it becomes a copy of one of this run. */
  prepared?: boolean;
  /** Additional environment variables. */
  env?: Record<string, string>;
  command?: [string, ...string[]];
  /** Timeout of the start in milliseconds, for a busy machine. */
  readyWithinMs?: number;
}

/** Exit code and output of a process. */
export interface Ending {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A product that runs in a process group of its own. */
export interface Product {
  /** Process id of the start command, which becomes the product. */
  pid: number;
  baseUrl: string;
  dataDir: string;
  /** Its output until it was ready. */
  banner: string;
  sandbox: Sandbox;
  /** Sends a signal to the start command alone. */
  signal(name: NodeJS.Signals): void;
  /** Sends a signal to its whole process group. */
  signalGroup(name: NodeJS.Signals): void;
  ended: Promise<Ending>;
  /** Stops it as Ctrl-C would. */
  stop(): Promise<Ending>;
}

/** Whether nobody listens on a port of the loopback address. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const listening = once(server, "listening");
  server.listen(port, "127.0.0.1");
  try {
    await listening;
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

/**
 * A port that nobody listens on. It stays free until a start of seconds listens there: it lies below the
 * range from which systems choose for connections and for listeners that name no port.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(10_000, 32_768);
    if (await isFree(port)) return port;
  }
  throw new Error("no port was free of a hundred");
}

interface Running {
  child: ChildProcess;
  said: { stdout: string; stderr: string };
  ended: Promise<Ending>;
}

function run({
  dataDir,
  port,
  seed = "demo",
  env: more = {},
  command = ["node", "scripts/start.mjs"],
}: Launch & { port: number }): Running {
  const [program, ...args] = command;
  const path = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;
  const env = {
    ...process.env,
    PATH: path,
    DATA_DIR: dataDir,
    PORT: `${port}`,
    SEED: seed,
    HOST: "127.0.0.1",
    // A slow receiver on a busy machine must not count as a failed delivery, which would be repeated.
    NOTIFICATION_TIMEOUT_MS: "10000",
    ...more,
  };
  const child = spawn(program, args, { cwd: root, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once("error", reject).once("close", (code) => resolve({ code, ...said }));
  });
  return { child, said, ended };
}

/** Runs a start that is expected to fail. */
export const refusedStart = async (options: Launch): Promise<Ending> =>
  run({ ...options, port: options.port ?? (await freePort()) }).ended;

/** Begins a start that is interrupted before the product is ready. */
export async function begun(options: Launch): Promise<Pick<Product, "signalGroup" | "ended">> {
  const { child, ended } = run({ ...options, port: options.port ?? (await freePort()) });
  const { pid } = child;
  if (pid === undefined) throw new Error("the product could not be spawned");
  return { ended, signalGroup: (name) => void process.kill(-pid, name) };
}

/** Starts a product and waits until it is ready (decisions 8.1). */
export async function launch(options: Launch): Promise<Product> {
  const { dataDir, seed = "demo", port = await freePort(), prepared = false } = options;
  const { readyWithinMs = 180_000 } = options;
  if (prepared) {
    const firstStart = async (path: string) =>
      void (await (await launch({ dataDir: path, seed, readyWithinMs: firstStartMs })).stop());
    await copyPrepared(seed, dataDir, firstStart);
  }
  const { child, said, ended } = run({ ...options, port });
  const { pid } = child;
  if (pid === undefined) throw new Error("the product could not be spawned");
  const baseUrl = `http://127.0.0.1:${port}`;
  const group = (name: NodeJS.Signals) => {
    process.kill(-pid, name);
  };
  try {
    await until(() => isReady(baseUrl, said.stdout), { ended, withinMs: readyWithinMs });
  } catch (error) {
    if (isAlive(-pid)) group("SIGTERM");
    await ended;
    throw error;
  }
  return {
    pid,
    baseUrl,
    dataDir,
    banner: said.stdout,
    sandbox: await readSandbox(join(dataDir, "sandbox.json")),
    signal: (name) => void child.kill(name),
    signalGroup: group,
    ended,
    stop() {
      if (child.exitCode === null && child.signalCode === null) group("SIGTERM");
      return ended;
    },
  };
}

async function isReady(baseUrl: string, stdout: string): Promise<boolean> {
  if (!stdout.includes("Ctrl-C")) return false;
  const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

/** Polls until the condition holds; throws when the process ends or after the timeout. */
async function until(
  check: () => Promise<boolean>,
  { ended, withinMs }: { ended: Promise<Ending>; withinMs: number },
): Promise<void> {
  let ending: Ending | undefined;
  ended.then(
    (result) => (ending = result),
    () => undefined,
  );
  const deadline = Date.now() + withinMs;
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`the product was not ready within ${withinMs} ms`);
    if (ending) throw new Error(`the product ended with ${ending.code}:\n${ending.stdout}${ending.stderr}`);
    await delay(100);
  }
}

/** Process id of the Postgres that runs, or last ran, on a data directory. */
export async function postgresPid(dataDir: string): Promise<number | undefined> {
  const clusters = await readdir(join(dataDir, "postgres"), { withFileTypes: true }).catch(() => []);
  for (const { parentPath, name } of clusters) {
    // It goes with the server, also between the listing and the reading.
    const text = await readFile(join(parentPath, name, "postmaster.pid"), "utf8").catch(() => undefined);
    if (text !== undefined) return Number.parseInt(text, 10);
  }
  return undefined;
}

/** Whether a process exists; a negative id means a process group. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
