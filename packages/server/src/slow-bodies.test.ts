import type { RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { serve } from "./serve.ts";
import { serverLimits } from "./server-limits.ts";

const limitMs = 100;
const length = 8 * 1024 * 1024;
const head = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;

/** A connection to a server that waits 100 ms for slow bodies. */
async function connected(
  app: RequestListener,
  { allowHalfOpen = false }: { allowHalfOpen?: boolean } = {},
): Promise<Socket> {
  const limits = { ...serverLimits, headersTimeoutMs: limitMs, requestTimeoutMs: limitMs };
  const { port, close } = await serve(app, { host: "127.0.0.1", port: 0, limits });
  onTestFinished(() => close({ graceMs: 0 }));
  return connect({ port, host: "127.0.0.1", allowHalfOpen });
}

/** Sends a little again and again, until the connection ends or the test. */
function drip(socket: Socket): void {
  const dripping = setInterval(() => socket.write("x".repeat(100)), limitMs / 4);
  const stop = () => clearInterval(dripping);
  socket.once("close", stop);
  onTestFinished(() => {
    stop();
    socket.destroy();
  });
}

async function answered(socket: Socket): Promise<string> {
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => {});
  // What is sent to a connection that was cut is an error.
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}

it("a body that the server is slow to take is taken whole, however long that lasts", async () => {
  let taken = 0;
  const socket = await connected(async (req, res) => {
    for await (const chunk of req) {
      taken += chunk.length;
      await setTimeout(limitMs / 20);
    }
    res.end("all of it");
  });
  socket.write(head);
  socket.write(Buffer.alloc(length));
  expect(await answered(socket)).toMatch(/^HTTP\/1.1 200 [\s\S]*all of it/);
  expect(taken).toBe(length);
});

it("a body that comes drop by drop is cut, though something always comes", async () => {
  let taken = 0;
  const socket = await connected((req) => {
    req.on("data", (chunk) => {
      taken += chunk.length;
    });
  });
  socket.write(head);
  drip(socket);
  expect(await answered(socket)).toMatch(/^HTTP\/1.1 408 /);
  expect(taken).toBeGreaterThan(0);
});

const kept = head.replace("Connection: close\r\n", "");
const demanding = kept.replace("Host: x", "Host: x\r\nExpect: miracles");
const get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const refusals = /^(?:HTTP\/1.1 200 (?:(?!HTTP)[\s\S])*refused)+$/;

it.each([
  ["was answered early", kept, refusals],
  ["was answered early after another", get + kept, refusals],
  ["expects too much", demanding, /^HTTP\/1.1 417 /],
  ["expects too much after another", get + demanding, /refusedHTTP\/1.1 417 /],
])("a body that comes drop by drop is cut where its request %s", async (_, begun, answer) => {
  // The client goes on sending when the server has ended its side.
  const socket = await connected((_req, res) => res.end("refused"), { allowHalfOpen: true });
  socket.write(begun);
  drip(socket);
  expect(await answered(socket)).toMatch(answer);
});
