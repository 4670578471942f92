import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, type ClientRequest, get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";

interface Child {
  process: ChildProcess;
  port: number;
  internalPort: number;
  exit: Promise<unknown[]>;
  messages: unknown[];
}

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

async function started(shutdownDelayMs = 0): Promise<Child> {
  const process = fork(fileURLToPath(new URL("run.child.ts", import.meta.url)), [String(shutdownDelayMs)]);
  children.push(process);
  const exit = once(process, "exit");
  const messages: unknown[] = [];
  const [{ port, internalPort }] = await once(process, "message");
  process.on("message", (message) => messages.push(message));
  return { process, port, internalPort, exit, messages };
}

interface Answer {
  status: number | undefined;
  body: string;
  connection: string | undefined;
}

async function answerOf(request: ClientRequest): Promise<Answer> {
  // once() rejects when the request fails.
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer), connection: answer.headers.connection };
}

/** Asks on one connection until an answer says that it is the last; gives the number of whole answers. */
async function hammer(port: number, onAnswer: () => void): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let answers = 1; ; answers++) {
    const answer = await answerOf(get({ host: "127.0.0.1", port, agent }));
    expect(answer).toMatchObject({ status: 200, body: "first half, second half" });
    onAnswer();
    if (answer.connection === "close") return answers;
  }
}

const connections = 32;
const answersBefore = 500;

describe("a process that is signaled to stop", () => {
  it("answers every request on its open connections, each connection's last with Connection: close", async () => {
    const { process, port, internalPort, exit, messages } = await started();
    let answers = 0;
    const hammers = Array.from({ length: connections }, (_, index) =>
      hammer(index % 2 ? port : internalPort, () => {
        answers += 1;
        if (answers === answersBefore) process.kill("SIGTERM");
      }),
    );
    const perConnection = await Promise.all(hammers);
    expect(perConnection.reduce((sum, each) => sum + each)).toBeGreaterThanOrEqual(answersBefore);
    expect(await exit).toEqual([0, null]);
    expect(messages).toContain("stopped");
    for (const closed of [port, internalPort])
      await expect(answerOf(get({ host: "127.0.0.1", port: closed }))).rejects.toMatchObject({
        code: "ECONNREFUSED",
      });
  });

  it("is not ready at once, and still serves until its delay is over", async () => {
    const { process, port, internalPort, exit } = await started(5_000);
    const ask = (path: string, at = port) =>
      answerOf(get({ host: "127.0.0.1", port: at, path, agent: false }));
    expect((await ask("/readyz")).status).toBe(200);
    process.kill("SIGTERM");
    await expect.poll(async () => (await ask("/readyz")).status, { interval: 10 }).toBe(503);
    expect((await ask("/readyz", internalPort)).status).toBe(503);
    for (const at of [port, internalPort])
      expect(await ask("/", at)).toMatchObject({ status: 200, connection: "close" });
    expect(await exit).toEqual([0, null]);
  });
});
