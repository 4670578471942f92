import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { messageOf } from "@marketplace/conventions";
import type { Logger } from "@marketplace/server";
import { StartRefused } from "./start-refused.ts";

export type ChildService = ReturnType<typeof superviseService>;

interface Supervised {
  name: string;
  url: string;
  start: () => ChildProcess;
  /** Done before the process is started again; when it fails, that counts as an end of the process. */
  prepare?: (() => Promise<void>) | undefined;
  log: Logger;
  /** Called when a process has been restarted. */
  replaced?: () => void;
  /** The restart policy; `defaultPolicy` when absent. */
  policy?: RestartPolicy;
}

interface RestartPolicy {
  /** The wait before the first restart, in milliseconds; each failure doubles it. */
  firstWaitMs: number;
  maxWaitMs: number;
  /** A process that ends within this time has failed. */
  healthyAfterMs: number;
  /** Consecutive failures after which the supervisor gives up. */
  maxFailures: number;
}

// A service may exit while its database is down: these times add up to more than a minute.
const defaultPolicy: RestartPolicy = {
  firstWaitMs: 100,
  maxWaitMs: 5_000,
  healthyAfterMs: 10_000,
  maxFailures: 20,
};
// A catalog service without a snapshot builds its search index first.
const readyWithinMs = 120_000;

/** Starts an app's bundle. */
export const bundleOf = (app: string, env: NodeJS.ProcessEnv): (() => ChildProcess) =>
  bundleAt(`../../${app}/dist/main.js`, env);

/** Starts the gateway with the sandbox lab. */
export const gatewayWithLab = (env: NodeJS.ProcessEnv): (() => ChildProcess) => bundleAt("./gateway.js", env);

/** Starts a bundle in a process group of its own: Ctrl-C must not stop services in any order. */
function bundleAt(path: string, env: NodeJS.ProcessEnv): () => ChildProcess {
  const bundle = fileURLToPath(new URL(path, import.meta.url));
  // The child logs to our stderr. It stops by itself when the IPC channel closes.
  return () => spawn(process.execPath, [bundle], { env, stdio: ["ignore", 2, 2, "ipc"], detached: true });
}

/** Starts a service as a process, which is restarted with exponential backoff once it was ready. */
export function superviseService(supervised: Supervised) {
  const {
    name,
    url,
    start,
    prepare = async () => {},
    log,
    replaced = () => {},
    policy = defaultPolicy,
  } = supervised;
  const stopping = new AbortController();
  const lost = Promise.withResolvers<Error>();
  let child = start();
  let ended = endOf(child);
  const ready = becameReady(child, { name, url });
  /** The process that `restart` has stopped: its end is no failure. */
  let replacing: ChildProcess | undefined;
  const supervise = async () => {
    for (let failures = 0; ; ) {
      const { how, lastedMs } = await ended;
      if (stopping.signal.aborted) return;
      if (child === replacing) replacing = undefined;
      else {
        failures = lastedMs < policy.healthyAfterMs ? failures + 1 : 1;
        if (failures > policy.maxFailures)
          return lost.resolve(new Error(`${name} ended ${failures} times in a row: its log above says why`));
        const waitMs = Math.min(policy.firstWaitMs * 2 ** (failures - 1), policy.maxWaitMs);
        log.warn({ service: name, ended: how, waitMs }, "a service ended and is started again");
        await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
      const problem = await prepare().catch(messageOf);
      if (stopping.signal.aborted) return;
      if (problem !== undefined) {
        ended = Promise.resolve({ how: problem, lastedMs: 0 });
        continue;
      }
      child = start();
      ended = endOf(child);
      replaced();
    }
  };
  const supervision = ready.then(supervise, () => {});
  return {
    name,
    url,
    /** Resolves with the reason when the service ended too often in a row to be started again. */
    lost: lost.promise,
    /** Resolves once `/readyz` answers 200; rejects when the first process ends before that. */
    ready: () => ready,
    /** The current process, or the last one. */
    get pid() {
      return child.pid;
    },
    /** Has the process stopped, started again, and ready. */
    async restart(): Promise<void> {
      const former = child;
      if (isRunning(former)) replacing = former;
      await stopped(former);
      while (child === former && !stopping.signal.aborted) await delay(25);
      await becameReady(child, { name, url });
    },
    /** Asks it to stop (SIGTERM) and waits until it has. */
    async stop(): Promise<void> {
      stopping.abort();
      await stopped(child);
      await supervision;
    },
  };
}

interface End {
  /** The signal's name or the exit code. */
  how: string | number;
  lastedMs: number;
}

async function endOf(child: ChildProcess): Promise<End> {
  const startedAt = performance.now();
  const end = Promise.withResolvers<string | number>();
  child.once("exit", (code, signal) => end.resolve(signal ?? code ?? "unknown"));
  // The process could not be spawned.
  child.once("error", ({ message }) => end.resolve(message));
  return { how: await end.promise, lastedMs: performance.now() - startedAt };
}

async function becameReady(child: ChildProcess, { name, url }: { name: string; url: string }): Promise<void> {
  const deadline = performance.now() + readyWithinMs;
  while (isRunning(child) && performance.now() < deadline) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => undefined,
    );
    if (answer?.ok) return;
    await delay(25);
  }
  throw new StartRefused(`${name} did not start: its log above says why`);
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

async function stopped(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}
