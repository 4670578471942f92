import type { Server, ServerResponse } from "node:http";
import { type Socket, Server as TcpServer } from "node:net";

/** What a server knows of its connections beside Node's own lists. */
export interface Connections {
  /** Connections that never sent a request: Node counts them as busy, and browsers open them in advance. */
  silent: ReadonlySet<Socket>;
  /** Answers not given yet. */
  pending: ReadonlySet<ServerResponse>;
}

/** Follows the connections of a server. */
export function followConnections(server: Server): Connections {
  const silent = new Set<Socket>();
  const pending = new Set<ServerResponse>();
  server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("request", ({ socket }, res) => {
    silent.delete(socket);
    pending.add(res);
    res.once("close", () => pending.delete(res));
  });
  return { silent, pending };
}

/** Tells clients whose answers have not begun that their connections end with them. */
export function sayGoodbye({ pending }: Connections): void {
  for (const res of pending) if (!res.headersSent) res.setHeader("Connection", "close");
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
  { silent }: Connections,
  { graceMs, lingerMs }: Patience,
): Promise<void> {
  // Not the HTTP server's own close: that ends idle connections at once, also those with a request on the way.
  const closed = new Promise<void>((resolve) => {
    TcpServer.prototype.close.call(server, () => resolve());
  });
  const sweep = () => {
    server.closeIdleConnections();
    for (const socket of silent) socket.destroy();
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
