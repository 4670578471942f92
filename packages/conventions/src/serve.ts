import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

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
    { ...timeouts, maxHeaderSize: maxHeaderBytes, connectionsCheckingInterval: 5_000 },
    app,
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server.off("error", reject) && undefined));
  });
  // A listening TCP server has an address object.
  const address = server.address() as AddressInfo;
  return { server, port: address.port, close: (graceMs = 10_000) => drain(server, graceMs) };
}

async function drain(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const idleSweep = setInterval(() => server.closeIdleConnections(), 100);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idleSweep);
  clearTimeout(cut);
}
