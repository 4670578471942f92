import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** How long a client may go on sending what nobody reads before its connection is cut, in milliseconds. */
const lingerMs = 1_000;

/**
 * An answer may come before its request was read to the end, and end the connection. Closed at once, with bytes unread, the
 * connection would be reset, and the client lose the answer: so what still comes is read past for a moment.
 */
export function lingerOnClose(server: Server): void {
  const latest = new WeakMap<Socket, IncomingMessage>();
  server.prependListener("request", (req) => latest.set(req.socket, req));
  server.on("connection", (socket) => {
    const destroySoon = socket.destroySoon.bind(socket);
    // What Node calls once the last answer of a connection is written.
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
 * Reads past what is left of a request that was answered before its end, for a moment: else its connection could carry nothing
 * more. A client that goes on sending is cut off.
 */
export function readPast(req: IncomingMessage): void {
  if (req.complete && req.readableEnded) return;
  req.unpipe();
  req.resume();
  const timer = setTimeout(() => {
    if (!req.complete) req.destroy();
  }, lingerMs);
  timer.unref();
}
