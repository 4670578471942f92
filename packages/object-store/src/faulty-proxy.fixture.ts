import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A fault of the proxy. Byte counts are per connection. */
export type Fault =
  | { kind: "none" }
  | { kind: "refuse" }
  | { kind: "reset" }
  | { kind: "swallow" }
  | { kind: "busy" }
  | { kind: "cut answer" | "stall answer"; afterBytes: number }
  | { kind: "cut request" | "stall request"; afterBytes: number };

export interface FaultyProxy {
  url: string;
  /** Changes the fault for all connections from now on, and cuts the present ones. */
  inject(fault: Fault): Promise<void>;
  /** Resolves when a connection has reached the byte count of the present fault. */
  reached(): Promise<void>;
  close(): Promise<void>;
}

const BUSY = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/** A TCP proxy on loopback that fails as networks and servers do. */
export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let fault: Fault = { kind: "none" };
  let limit = Promise.withResolvers<void>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    return socket;
  };
  const serve = (client: Socket) => {
    keep(client);
    if (fault.kind === "reset") return void client.once("data", () => client.resetAndDestroy());
    if (fault.kind === "swallow") return void client.resume();
    if (fault.kind === "busy") return void client.once("data", () => client.end(BUSY));
    join(client, keep(connect(Number(targetPort), hostname)), { fault, reached: limit.resolve });
  };
  let server = await listen(serve, 0);
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  const inject = async (next: Fault) => {
    if (fault.kind === "refuse") server = await listen(serve, port);
    fault = next;
    limit = Promise.withResolvers<void>();
    for (const socket of sockets) socket.destroy();
    if (next.kind === "refuse") await closed(server);
  };
  const close = async () => {
    await inject({ kind: "refuse" });
  };
  return { url: `http://127.0.0.1:${port}`, inject, reached: () => limit.promise, close };
}

function join(
  client: Socket,
  server: Socket,
  { fault, reached }: { fault: Fault; reached: () => void },
): void {
  const request = { ...limitOf(fault, "request"), reached };
  const answer = { ...limitOf(fault, "answer"), reached };
  forward(client, server, request);
  forward(server, client, answer);
  client.once("close", () => server.destroy());
  server.once("close", () => client.destroy());
}

interface Limit {
  bytes: number;
  cut: boolean;
}

function limitOf(fault: Fault, way: "request" | "answer"): Limit {
  const applies = "afterBytes" in fault && fault.kind.endsWith(way);
  return { bytes: applies ? fault.afterBytes : Number.POSITIVE_INFINITY, cut: fault.kind.startsWith("cut") };
}

function forward(from: Socket, to: Socket, limit: Limit & { reached: () => void }): void {
  let left = limit.bytes;
  from.on("data", (chunk: Buffer) => {
    const part = chunk.subarray(0, left);
    left -= chunk.length;
    if (!to.write(part)) {
      from.pause();
      to.once("drain", () => left > 0 && from.resume());
    }
    if (left > 0) return;
    from.pause().removeAllListeners("data");
    if (limit.cut) to.end(() => from.destroy());
    limit.reached();
  });
}

async function listen(serve: (client: Socket) => void, port: number): Promise<Server> {
  const server = createServer(serve).listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function closed(server: Server): Promise<void> {
  server.close();
  if (server.listening) await once(server, "close");
}
