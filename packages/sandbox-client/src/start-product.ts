import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Access } from "./lab.ts";
import { findAccess } from "./product-access.ts";
import { findProgram, type Program } from "./product-program.ts";

/** A product that was started for a sandbox. */
export interface StartedProduct {
  access: Access;
  stop(): Promise<void>;
}

interface Launched {
  child: ChildProcess;
  /** The file that it writes when it knows its port. */
  sandboxFile: string;
  /** The end of what it wrote to standard error. */
  said: () => string;
  ended: Promise<unknown>;
}

/** Starts the product on a free port and a new data directory with the demo, and waits until it is ready. */
export async function startProduct({ timeoutMs = 300_000 } = {}): Promise<StartedProduct> {
  const program = findProgram();
  const folder = await mkdtemp(join(tmpdir(), "marketplace-sandbox-"));
  const launched = launch(program, join(folder, "data"));
  // A test run that ends without closing its sandbox takes the product with it.
  const kill = () => void launched.child.kill();
  process.once("exit", kill);
  async function stop(): Promise<void> {
    launched.child.kill();
    await launched.ended;
    process.off("exit", kill);
    await rm(folder, { recursive: true, force: true });
  }
  try {
    return { access: await whenReady(launched, timeoutMs), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function launch({ command, args, cwd, env }: Program, dataDir: string): Launched {
  const own = { DATA_DIR: dataDir, PORT: "0", HOST: "127.0.0.1", SEED: "demo", SANDBOX: "on" };
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env, ...own },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-4_000);
  });
  const ended = new Promise((resolve) => child.once("error", resolve).once("close", resolve));
  return { child, sandboxFile: join(dataDir, "sandbox.json"), said: () => said, ended };
}

async function whenReady({ sandboxFile, said, ended }: Launched, timeoutMs: number): Promise<Access> {
  const deadline = performance.now() + timeoutMs;
  const end = ended.then(() => "ended" as const);
  for (;;) {
    const access = existsSync(sandboxFile) ? await findAccess({ sandboxFile }, {}) : undefined;
    if (access && (await isReady(access))) return access;
    if (performance.now() > deadline)
      throw new Error(`The product was not ready within ${timeoutMs} ms:\n${said()}`);
    if ((await Promise.race([end, delay(100)])) === "ended")
      throw new Error(`The product ended before it was ready:\n${said()}`);
  }
}

async function isReady({ baseUrl }: Access): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/readyz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}
