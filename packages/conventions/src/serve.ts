import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { answerUnparsable } from "./unparsable.ts";

/** Timeouts and limits at the socket, in milliseconds and bytes. */
export const serverLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  maxHeaderBytes: 16 * 1024,
} as const;

export interface Listening {
  server: Server;
  port: number;
  /** Stops accepting, lets accepted requests finish (at most `graceMs`), then cuts what is left. */
  close(graceMs?: number): Promise<void>;
}

/** Serves an application; rejects with the system's error when the address cannot be taken. */
export async function serve(
  app: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const { maxHeaderBytes, ...timeouts } = serverLimits;
  const server = createServer(
    // Node's own refusal of a request without Host has no body: see below.
    {
      ...timeouts,
      maxHeaderSize: maxHeaderBytes,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
    },
    (req, res) => {
      const hostless = req.headers.host === undefined && req.httpVersion === "1.1";
      if (hostless) answerUnparsable(new Error("no Host header"), req.socket);
      else app(req, res);
    },
  );
  server.on("clientError", answerUnparsable);
  const silent = silentSockets(server);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  // A listening TCP server has an address object.
  const address = server.address() as AddressInfo;
  return { server, port: address.port, close: (graceMs = 10_000) => drain(server, silent, graceMs) };
}

/** Connections that never sent a request: Node counts them as busy, and browsers open them in advance. */
function silentSockets(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on("connection", (socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  server.on("request", ({ socket }) => silent.delete(socket));
  return silent;
}

async function drain(server: Server, silent: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = () => {
    server.closeIdleConnections();
    for (const socket of silent) socket.destroy();
  };
  server.closeIdleConnections();
  const sweeping = setInterval(sweep, 100);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweeping);
  clearTimeout(cut);
}
