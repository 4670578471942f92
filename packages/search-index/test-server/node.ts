import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { serverJars } from "./artifacts.ts";

const launcher = fileURLToPath(new URL("Server.java", import.meta.url));

export interface TestNode {
  url: string;
  /** Kills the process, as a crash would. Its data stay. */
  kill(): Promise<void>;
  /** Starts it again on the same port with the same data. */
  start(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  await once(server.close(), "close");
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return address.port;
}

/** A real OpenSearch node on a free port of loopback. */
export async function startNode(): Promise<TestNode> {
  const jars = serverJars();
  const home = await mkdtemp(path.join(tmpdir(), "opensearch-"));
  const port = await freePort();
  let running: ChildProcess | undefined;

  const start = async (): Promise<void> => {
    const args = ["-Xms512m", "-Xmx512m", "-cp", path.join(jars, "*"), launcher, home, String(port)];
    const node = spawn("java", args, { stdio: ["ignore", "pipe", "inherit"] });
    running = node;
    for await (const line of createInterface({ input: node.stdout })) if (line === "ready") break;
    // Its log is not read: the pipe must not fill up.
    node.stdout.resume();
    if (node.exitCode !== null || node.signalCode !== null)
      throw new Error("the OpenSearch server did not start");
    // Requests fail until it has read its indices.
    await fetch(`http://127.0.0.1:${port}/_cluster/health?wait_for_status=yellow&timeout=60s`);
  };
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, "exit");
    running.kill(signal);
    await exited;
  };

  const killAtExit = () => running?.kill("SIGKILL");
  process.once("exit", killAtExit);
  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    kill: () => stop("SIGKILL"),
    start,
    async remove() {
      await stop("SIGTERM");
      process.off("exit", killAtExit);
      await rm(home, { recursive: true, force: true });
    },
  };
}
