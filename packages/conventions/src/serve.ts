import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { drain, followConnections, sayGoodbye } from "./drain.ts";
import { markDraining } from "./draining.ts";
import { answerUnparsable } from "./unparsable.ts";

/** Timeouts and limits at the socket, in milliseconds and bytes. */
export const serverLimits = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  /** How long accepted requests may take to finish once the process is to stop. */
  drainTimeout: 10_000,
  maxHeaderBytes: 16 * 1024,
} as const;

export interface Listening {
  server: Server;
  port: number;
  /** From now on `/readyz` answers 503 and every answer ends its connection; requests are still taken. */
  announceEnd(): void;
  /**
   * Stops accepting, lets accepted requests finish (at most `graceMs`, by default `drainTimeout`), then cuts what is left.
   * Connections that ask nothing are kept for `lingerMs`, by default 0.
   */
  close(graceMs?: number, lingerMs?: number): Promise<void>;
}

/** Serves an application; rejects with the system's error when the address cannot be taken. */
export async function serve(
  app: RequestListener,
  { host, port }: { host: string; port: number },
): Promise<Listening> {
  const { maxHeaderBytes, drainTimeout, ...timeouts } = serverLimits;
  let ending = false;
  const server = createServer(
    // Node's own refusal of a request without Host has no body: see below.
    {
      ...timeouts,
      maxHeaderSize: maxHeaderBytes,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false,
    },
    (req, res) => {
      if (ending) {
        res.setHeader("Connection", "close");
        markDraining(req);
      }
      const hostless = req.headers.host === undefined && req.httpVersion === "1.1";
      if (hostless) answerUnparsable(new Error("no Host header"), req.socket);
      else app(req, res);
    },
  );
  server.on("clientError", answerUnparsable);
  const connections = followConnections(server);
  const announceEnd = () => {
    ending = true;
    sayGoodbye(connections);
  };
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  // A listening TCP server has an address object.
  const address = server.address() as AddressInfo;
  return {
    ...{ server, port: address.port, announceEnd },
    close(graceMs = drainTimeout, lingerMs = 0) {
      announceEnd();
      return drain(server, connections, { graceMs, lingerMs });
    },
  };
}
