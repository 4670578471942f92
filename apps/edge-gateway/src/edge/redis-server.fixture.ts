import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { freePort } from "@marketplace/database/testing";
import { installed } from "@marketplace/testkit/debian-package";

const program = "/usr/bin/redis-server";
const redis = {
  name: "redis-server",
  find: () => (existsSync(program) ? program : undefined),
  advice: `there is no ${program}: apt-get install redis-server`,
};

/** A real Redis in memory on a free port of loopback. */
export interface RedisServer {
  url: string;
  start(): Promise<void>;
  /** As a crash: its counts are lost. */
  kill(): Promise<void>;
  /** It keeps its connections and answers nothing. */
  hang(): void;
  goOn(): void;
  /** Forgets all counts. */
  forget(): Promise<void>;
}

export async function redisServer(): Promise<RedisServer> {
  installed(redis);
  const port = await freePort();
  let running: ChildProcess | undefined;
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const kill = async () => {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, "exit");
    running.kill("SIGKILL");
    await exited;
  };
  process.once("exit", () => running?.kill("SIGKILL"));
  const server: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
      running = child;
      for await (const chunk of child.stdout) if (String(chunk).includes("Ready to accept")) break;
      if (child.exitCode !== null) throw new Error("redis-server did not start");
    },
    kill,
    hang: () => void running?.kill("SIGSTOP"),
    goOn: () => void running?.kill("SIGCONT"),
    async forget() {
      const socket = connect(port, "127.0.0.1", () => void socket.write("FLUSHALL\r\n"));
      const [said] = await once(socket, "data");
      socket.destroy();
      if (String(said) !== "+OK\r\n") throw new Error(`redis-server says ${said}`);
    },
  };
  await server.start();
  return server;
}
