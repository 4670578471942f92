import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import type { Notification } from "./notification.schema.ts";

/** A request that reached the sink. */
export interface Arrival {
  path: string;
  headers: Record<string, string>;
  text: string;
  message: Notification;
}

type Answer = number | ((req: IncomingMessage, res: ServerResponse) => void);

/** An application's endpoint on this machine, which acknowledges everything at first. */
export async function startSink() {
  const arrivals: Arrival[] = [];
  const waiting = new Set<() => void>();
  let answer: Answer = 200;
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    // Header values that may repeat are arrays; none of those is looked at here.
    const headers = req.headers as Record<string, string>;
    arrivals.push({ path: req.url ?? "", headers, text, message: JSON.parse(text) });
    for (const check of waiting) check();
    if (typeof answer === "number") res.writeHead(answer).end();
    else answer(req, res);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/notifications`,
    arrivals,
    /** How it answers from now on: a status, or a function that may as well not answer. */
    answerWith(next: Answer): void {
      answer = next;
    },
    /** Ends all connections, answered or not. */
    hangUp: () => server.closeAllConnections(),
    /** Resolves once that many requests have arrived in all. */
    hasArrivals: (count: number) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (arrivals.length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
