import type { IncomingMessage, Server } from "node:http";
import type { Connections } from "./drain.ts";
import type { LatestRequests } from "./latest-request.ts";

/** Less than this in a second is slow, while the server takes what comes. */
const slowBytes = 16 * 1024;
const everyMs = 1_000;

interface Arriving {
  /** What its connection had received when it was last looked at. */
  bytes: number;
  slowMs: number;
}

/**
 * Calls `late` for a request whose body was slow to arrive for `limitMs` in all, whether it was answered or
 * not. Node's own timeout counts all time from the head on: it cuts a body that the server is slow to take,
 * such as that of many new items.
 */
export function limitSlowBodies(
  server: Server,
  {
    connections,
    latest,
    limitMs,
    late,
  }: {
    connections: Connections;
    latest: LatestRequests;
    limitMs: number;
    late(req: IncomingMessage): void;
  },
): void {
  const known = new WeakMap<IncomingMessage, Arriving>();
  const passedMs = Math.min(everyMs, limitMs);
  const look = (req: IncomingMessage): void => {
    const bytes = req.socket.bytesRead;
    const before = known.get(req);
    const isSlow = before !== undefined && bytes - before.bytes < slowBytes && !isHeldBack(req);
    const slowMs = (before?.slowMs ?? 0) + (isSlow ? passedMs : 0);
    known.set(req, { bytes, slowMs });
    if (slowMs >= limitMs) late(req);
  };
  const timer = setInterval(() => {
    for (const socket of connections.keys()) {
      const req = latest.get(socket);
      if (req && !req.complete) look(req);
    }
  }, passedMs);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}

/** Whether it is the server that does not take more. */
const isHeldBack = (req: IncomingMessage): boolean => req.readableLength >= req.readableHighWaterMark;
