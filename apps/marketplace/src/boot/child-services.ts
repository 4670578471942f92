import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { StartRefused } from "./start-refused.ts";

/** A service in an operating-system process of its own. */
export interface ChildService {
  name: string;
  url: string;
  pid: number | undefined;
  /** Resolves once `/readyz` answers 200; rejects when the process ends before that. */
  ready(): Promise<void>;
  /** Asks it to stop (SIGTERM) and waits until it has. */
  stop(): Promise<void>;
}

interface Launch {
  /** Folder of the app below apps/. */
  app: string;
  url: string;
  env: NodeJS.ProcessEnv;
}

const readyWithinMs = 30_000;

/** Starts an app's bundle. It is no member of our process group: we say in which order services stop. */
export function launchService({ app, url, env }: Launch): ChildService {
  const bundle = fileURLToPath(new URL(`../../${app}/dist/main.js`, import.meta.url));
  // Its logs are ours; the channel ends with us, and a service whose channel ends stops by itself.
  const child = spawn(process.execPath, [bundle], {
    env,
    stdio: ["ignore", 2, 2, "ipc"],
    detached: true,
  });
  return {
    name: app,
    url,
    pid: child.pid,
    ready: () => becameReady(child, { app, url }),
    stop: () => stopped(child),
  };
}

async function becameReady(child: ChildProcess, { app, url }: { app: string; url: string }): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => undefined,
    );
    if (answer?.ok) return;
    await delay(25);
  }
  throw new StartRefused(`${app} did not start: its log above says why`);
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}

/** A free port of the loopback address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address object.
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
