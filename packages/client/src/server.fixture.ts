import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Clock } from "./send.ts";

export interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  token: string | undefined;
  body: string;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a string as it is. */
  body: unknown;
}

/** A server on 127.0.0.1 that answers as the test says, and remembers what it was asked. */
export interface FakeServer {
  baseUrl: string;
  asked: Asked[];
  answer: (asked: Asked) => Reply | Promise<Reply>;
}

export function fakeServer(): FakeServer {
  const fake: FakeServer = { baseUrl: "", asked: [], answer: () => ({ body: {} }) };
  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? "/", "http://localhost");
    const asked = {
      method: req.method ?? "",
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      token: req.headers.authorization?.replace("Bearer ", ""),
      body: await text(req),
    };
    fake.asked.push(asked);
    const { status = 200, headers, body } = await fake.answer(asked);
    res
      .writeHead(status, { "Content-Type": "application/json", ...headers })
      .end(typeof body === "string" ? body : JSON.stringify(body));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A TCP server that listens has an address.
    fake.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    fake.asked = [];
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return fake;
}

/** A clock on which waiting takes no time, and which remembers how long it was waited. */
export function testClock(): Clock & { time: number; waits: number[] } {
  const clock = {
    time: Date.parse("2026-03-10T15:00:00Z"),
    waits: [] as number[],
    now: () => clock.time,
    async wait(ms: number, signal: AbortSignal) {
      signal.throwIfAborted();
      clock.waits.push(ms);
      clock.time += ms;
    },
  };
  return clock;
}

/** The product's error body. */
export const refused = (status: number, error: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: { message: `refused: ${error}`, error, status, cause: [] },
});
