import { once } from "node:events";
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
async function connected(app: RequestListener): Promise<Socket> {
  const limits = { ...serverLimits, headersTimeoutMs: limitMs, requestTimeoutMs: limitMs };
  const { port, close } = await serve(app, { host: "127.0.0.1", port: 0, limits });
  onTestFinished(() => close({ graceMs: 0 }));
  return connect(port, "127.0.0.1");
}

async function answered(socket: Socket): Promise<string> {
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => {});
  await once(socket, "close");
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
  const dripping = setInterval(() => socket.write("x".repeat(100)), limitMs / 4);
  onTestFinished(() => clearInterval(dripping));
  expect(await answered(socket)).toMatch(/^HTTP\/1.1 408 /);
  expect(taken).toBeGreaterThan(0);
});
