import type { Server, ServerResponse } from "node:http";
import { type Socket, Server as TcpServer } from "node:net";

/**
 * The open connections of a server, each with the responses it waits for. The value is `undefined` for a
 * connection that never sent a request: Node counts it as busy, and browsers open such connections in
 * advance.
 *
 * Entries come and go with connections, not with requests. A map with an entry per request leaves old hash
 * tables behind, which keep finished requests alive until the next full garbage collection.
 */
export type Connections = ReadonlyMap<Socket, readonly ServerResponse[] | undefined>;

export function trackConnections(server: Server): Connections {
  const open = new Map<Socket, ServerResponse[] | undefined>();
  server.on("connection", (socket) => {
    open.set(socket, undefined);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }, res) => {
    const present = open.get(socket);
    const pending = present ?? [];
    if (!present && open.has(socket)) open.set(socket, pending);
    pending.push(res);
    res.once("close", () => pending.splice(pending.indexOf(res), 1));
  });
  return open;
}

/** Marks every response that has not begun as the last of its connection. */
export function announceClose(connections: Connections): void {
  for (const pending of connections.values())
    for (const res of pending ?? []) if (!res.headersSent) res.setHeader("Connection", "close");
}

export interface DrainTimeouts {
  /** How long accepted requests may take to finish, in milliseconds. */
  graceMs: number;
  /** How long idle connections are kept, because a request may be on its way; in milliseconds. */
  lingerMs: number;
}

/** Ends a server: accepts no connections, answers a last request on each, cuts the rest after the grace. */
export async function drain(
  server: Server,
  connections: Connections,
  { graceMs, lingerMs }: DrainTimeouts,
): Promise<void> {
  // Server.close of HTTP ends idle connections even when a request is on its way; that of TCP does not.
  const closed = new Promise<void>((resolve) => {
    TcpServer.prototype.close.call(server, () => resolve());
  });
  const sweep = () => {
    server.closeIdleConnections();
    for (const [socket, pending] of connections) if (pending === undefined) socket.destroy();
  };
  let sweeping: NodeJS.Timeout | undefined;
  const startSweeping = () => {
    sweep();
    sweeping = setInterval(sweep, 100);
  };
  const lingering = setTimeout(startSweeping, lingerMs);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  for (const timer of [lingering, sweeping, cut]) clearTimeout(timer);
  // Stops the timers of the HTTP server.
  server.close();
}
