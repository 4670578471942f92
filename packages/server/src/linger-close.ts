import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { LatestRequests } from "./latest-request.ts";

/** How long a client may send bytes that nobody reads before its connection is cut, in milliseconds. */
const lingerMs = 1_000;

/**
 * Lingering close, as in nginx. An answer that ends its connection may come before its request was read to
 * the end. TCP resets a connection that is closed with unread bytes, and the client loses the answer. So the
 * server reads and discards for a moment before it closes.
 */
export function lingerOnClose(server: Server, latest: LatestRequests): void {
  server.on("connection", (socket) => {
    const destroySoon = socket.destroySoon.bind(socket);
    // Node calls it once the last answer of a connection is written, and offers no event for that moment.
    socket.destroySoon = () => {
      if (latest.get(socket)?.complete !== false) destroySoon();
      else linger(socket);
    };
  });
}

function linger(socket: Socket): void {
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("end", () => socket.destroy());
  socket.once("close", () => clearTimeout(timer));
  socket.end();
}

/**
 * Reads and discards the rest of a request that was answered early, so that its connection can carry the next
 * request. A client that still sends after a moment is cut off.
 */
export function discardRest(req: IncomingMessage): void {
  if (req.complete && req.readableEnded) return;
  req.unpipe();
  req.resume();
  const timer = setTimeout(() => {
    if (!req.complete) req.destroy();
  }, lingerMs);
  timer.unref();
}
