import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { serverClassPath } from "./artifacts.ts";

export interface TestNode {
  url: string;
  /** Process id; `undefined` while it does not run. */
  pid(): number | undefined;
  /** Whether it runs and does not hang. */
  answers(): boolean;
  /** Kills the process, as a crash would. Its data stay. */
  kill(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  start(): Promise<void>;
  /** Lets it hang: its connections stay open, and nothing answers. */
  hang(): void;
  /** Ends that. */
  resume(): void;
  /** Stops it and removes its data, unless they have a folder that was given. */
  remove(): Promise<void>;
}

export interface NodeOptions {
  /** Heap in MB. */
  heap?: number;
  /** A folder for its data, which stays; a temporary one when left out. */
  home?: string;
  /** Whether it compiles all that its searches use often, which a measurement wants. */
  isFast?: boolean;
}

/** Half of the CPU time of a start is that of the optimizing compiler. */
const soonReady = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

interface Placed extends NodeOptions {
  name: string;
  /** Port of the HTTP interface. */
  port: number;
  settings: Record<string, string | number>;
}

/** A free port below the range from which systems take the ports of others: a node starts for seconds. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = randomInt(10_000, 32_768);
  const isFree = await once(server.listen(port, "127.0.0.1"), "listening").catch((error) => {
    if (error.code !== "EADDRINUSE") throw error;
  });
  if (!isFree) return freePort();
  await once(server.close(), "close");
  return port;
}

/** A real OpenSearch node on a free port of loopback. */
export async function startNode(options: NodeOptions = {}): Promise<TestNode> {
  const settings = { "discovery.type": "single-node", "transport.port": 0 };
  const node = await newNode({ ...options, name: "test", port: await freePort(), settings });
  await node.start();
  return node;
}

/** A node that does not run yet. */
export async function newNode(placed: Placed): Promise<TestNode> {
  const { name, port, settings, heap = 512, isFast = false, ...given } = placed;
  const classPath = serverClassPath();
  const home = given.home ?? (await mkdtemp(path.join(tmpdir(), "opensearch-")));
  const pairs = Object.entries({ "http.port": port, ...settings }).map(([key, value]) => `${key}=${value}`);
  const java = [`-Xms${heap}m`, `-Xmx${heap}m`, ...(isFast ? [] : soonReady), "-cp", classPath];
  let running: ChildProcess | undefined;
  let hangs = false;

  const start = async (): Promise<void> => {
    const args = [...java, "Server", home, name, ...pairs];
    const node = spawn("java", args, { stdio: ["ignore", "pipe", "inherit"] });
    running = node;
    hangs = false;
    for await (const line of createInterface({ input: node.stdout })) if (line === "ready") break;
    // Its log is not read: the pipe must not fill up.
    node.stdout.resume();
    if (node.exitCode !== null || node.signalCode !== null)
      throw new Error("the OpenSearch server did not start");
    // Requests fail until it has read its indices.
    await fetch(`http://127.0.0.1:${port}/_cluster/health?wait_for_status=yellow&timeout=60s`);
  };
  const isOver = () => !running || running.exitCode !== null || running.signalCode !== null;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (!running || isOver()) return;
    const exited = once(running, "exit");
    running.kill(signal);
    await exited;
  };

  const killAtExit = () => running?.kill("SIGKILL");
  process.once("exit", killAtExit);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: () => (isOver() ? undefined : running?.pid),
    answers: () => !isOver() && !hangs,
    kill: () => stop("SIGKILL"),
    start,
    hang() {
      hangs = true;
      running?.kill("SIGSTOP");
    },
    resume() {
      hangs = false;
      running?.kill("SIGCONT");
    },
    async remove() {
      running?.kill("SIGCONT");
      await stop("SIGTERM");
      process.off("exit", killAtExit);
      if (given.home === undefined) await rm(home, { recursive: true, force: true });
    },
  };
}
