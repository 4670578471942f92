import type { Server, ServerResponse } from "node:http";
import { type Socket, Server as TcpServer } from "node:net";

/**
 * What a server knows of its open connections beside Node's own lists: the answers each waits for, `undefined` for those that
 * never sent a request (Node counts them as busy, and browsers open them in advance).
 *
 * Entries come and go with connections, not with requests: a collection that churns with every request leaves behind
 * tables that keep dead requests alive until the next full garbage collection.
 */
export type Connections = ReadonlyMap<Socket, readonly ServerResponse[] | undefined>;

/** Follows the connections of a server. */
export function followConnections(server: Server): Connections {
  const open = new Map<Socket, ServerResponse[] | undefined>();
  server.on("connection", (socket) => {
    open.set(socket, undefined);
    socket.once("close", () => open.delete(socket));
  });
  server.on("request", ({ socket }, res) => {
    const known = open.get(socket);
    const pending = known ?? [];
    if (!known && open.has(socket)) open.set(socket, pending);
    pending.push(res);
    res.once("close", () => pending.splice(pending.indexOf(res), 1));
  });
  return open;
}

/** Tells clients whose answers have not begun that their connections end with them. */
export function sayGoodbye(connections: Connections): void {
  for (const pending of connections.values())
    for (const res of pending ?? []) if (!res.headersSent) res.setHeader("Connection", "close");
}

export interface Patience {
  /** How long accepted requests may take to finish, in milliseconds. */
  graceMs: number;
  /** How long connections that ask nothing are kept, for a request of theirs may be on its way; in milliseconds. */
  lingerMs: number;
}

/**
 * Ends a server: it accepts nothing more, answers what comes on its connections, each for the last time, and cuts what is
 * left when its patience is over.
 */
export async function drain(
  server: Server,
  connections: Connections,
  { graceMs, lingerMs }: Patience,
): Promise<void> {
  // Not the HTTP server's own close: that ends idle connections at once, also those with a request on the way.
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
  // Only now, for what is left to it: its timers.
  server.close();
}
