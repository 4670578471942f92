import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { originForm } from "@marketplace/conventions";
import { announceClose, type DrainTimeouts, drain, trackConnections } from "./drain.ts";
import { markDraining } from "./draining.ts";
import { disablePretenuring } from "./garbage-collection.ts";
import { trackLatestRequests } from "./latest-request.ts";
import { lingerOnClose } from "./linger-close.ts";
import { answerMalformedHttp, unmetExpectation } from "./malformed-http.ts";
import { type ServerLimits, serverLimits } from "./server-limits.ts";
import { limitSlowBodies } from "./slow-bodies.ts";

export interface Listening {
  server: Server;
  port: number;
  /** From now on `/readyz` answers 503 and every answer ends its connection. Requests are still accepted. */
  announceEnd(): void;
  /**
   * Stops accepting, lets accepted requests finish (at most `graceMs`, by default `drainTimeoutMs`), then
   * cuts the rest. Idle connections are kept for `lingerMs`, by default 0.
   */
  close(timeouts?: Partial<DrainTimeouts>): Promise<void>;
}

/**
 * Listeners for the end of an answer: each layer of the pipeline has one, a streamed file some more. Node's
 * limit of 10 would report a leak at every download.
 */
const maxCloseListeners = 30;

/** Serves an application; rejects with the system's error when the address cannot be taken. */
export async function serve(
  app: RequestListener,
  { host, port, limits = serverLimits }: { host: string; port: number; limits?: ServerLimits },
): Promise<Listening> {
  disablePretenuring();
  let ending = false;
  const server = createServer(
    {
      headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
      // Bodies have a limit of their own.
      requestTimeout: 0,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      maxHeaderSize: limits.maxHeaderBytes,
      connectionsCheckingInterval: Math.min(5_000, limits.headersTimeoutMs),
      // Node answers a request without Host with no body; the listener below answers with one.
      requireHostHeader: false,
    },
    (req, res) => {
      res.setMaxListeners(maxCloseListeners);
      // Express parses an absolute target as a URL. One that is none would get its own page of HTML.
      req.url = originForm(req.url ?? "/");
      if (ending) {
        res.setHeader("Connection", "close");
        markDraining(req);
      }
      const hostless = req.headers.host === undefined && req.httpVersion === "1.1";
      if (hostless) refuse(new Error("no Host header"), req.socket);
      else app(req, res);
    },
  );
  server.on("clientError", (error, socket) => refuse(error, socket as Socket));
  server.on("checkExpectation", ({ socket }) => {
    refuse(Object.assign(new Error("unmet expectation"), { code: unmetExpectation }), socket);
  });
  const latest = trackLatestRequests(server);
  lingerOnClose(server, latest);
  server.setTimeout(limits.socketIdleTimeoutMs);
  server.maxConnections = limits.maxConnections;
  const connections = trackConnections(server);
  const refuse = (error: NodeJS.ErrnoException, socket: Socket) =>
    answerMalformedHttp(error, socket, connections.get(socket));
  limitSlowBodies(server, {
    connections,
    latest,
    limitMs: limits.requestTimeoutMs,
    late({ socket }) {
      // A request that was answered early gets no second answer.
      if (connections.get(socket)?.length === 0) socket.destroy();
      else refuse(Object.assign(new Error("a body is late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
    },
  });
  const announceEnd = () => {
    ending = true;
    announceClose(connections);
  };
  // Rejects when the server emits an error instead.
  await once(server.listen(port, host), "listening");
  // A listening TCP server has an address object.
  const address = server.address() as AddressInfo;
  return {
    server,
    port: address.port,
    announceEnd,
    close({ graceMs = limits.drainTimeoutMs, lingerMs = 0 } = {}) {
      announceEnd();
      return drain(server, connections, { graceMs, lingerMs });
    },
  };
}
