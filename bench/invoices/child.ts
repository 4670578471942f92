import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** Resident set in MiB: at the beginning of the count, and the maximum since. */
export interface Memory {
  before: number;
  peak: number;
}

/** A server in a process of its own. */
export interface Child {
  url: string;
  pid: number;
  /** The facts that it reported when it was ready. */
  facts: Record<string, unknown>;
  /** Begins a new count of memory. */
  resetMemory(): Promise<void>;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

/** Starts a script of this folder with this environment and waits until it listens. */
export async function startChild(
  script: string,
  { env, profiles }: { env: Record<string, string>; profiles: string | undefined },
): Promise<Child> {
  const execArgv = profiles
    ? ["--cpu-prof", "--cpu-prof-dir", profiles, "--cpu-prof-name", `${script}.cpuprofile`]
    : process.execArgv;
  const child = fork(new URL(script, import.meta.url), { env: { ...process.env, ...env }, execArgv });
  const [{ port, ...facts }] = await answerOf<{ port: number }>(child);
  const ask = async (question: string) => {
    child.send(question);
    return (await answerOf<Memory>(child))[0];
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    facts,
    resetMemory: async () => void (await ask("reset")),
    memory: () => ask("memory"),
    async stop() {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
  };
}

async function answerOf<T>(child: ChildProcess): Promise<[T]> {
  const gone = once(child, "exit").then(([code]): never => {
    throw new Error(`a process of the measurement ended with ${code}`);
  });
  gone.catch(() => {});
  // The child answers each question with one message of that type.
  return Promise.race([once(child, "message") as Promise<[T]>, gone]);
}

const mebibytes = () => process.memoryUsage.rss() / 1024 / 1024;

/** In the child: reports the address to the parent, and counts memory. */
export function serveParent(server: Server, facts: Record<string, unknown> = {}): void {
  const memory: Memory = { before: mebibytes(), peak: mebibytes() };
  setInterval(() => {
    memory.peak = Math.max(memory.peak, mebibytes());
  }, 20).unref();
  // The measuring process has ended.
  process.once("disconnect", () => process.exit(1));
  process.on("message", (question) => {
    if (question === "reset") Object.assign(memory, { before: mebibytes(), peak: mebibytes() });
    process.send?.(memory);
  });
  // A listening TCP server has an address object.
  process.send?.({ port: (server.address() as AddressInfo).port, ...facts });
}
