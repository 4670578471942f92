import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";

/** The last request whose head each connection has received: the only one that may be incomplete. */
export type LatestRequests = Pick<WeakMap<Socket, IncomingMessage>, "get">;

export function trackLatestRequests(server: Server): LatestRequests {
  const latest = new WeakMap<Socket, IncomingMessage>();
  const remember = (req: IncomingMessage) => void latest.set(req.socket, req);
  // Another listener may answer at once, which may end the connection.
  server.prependListener("request", remember).prependListener("checkExpectation", remember);
  return latest;
}
