import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy before a database that can go silent: connections stay open, and no byte passes any more. */
export interface SwallowingProxy {
  /** The database by way of the proxy. */
  url: string;
  /** From now on bytes of the connections that are open are swallowed; later ones work. */
  swallow(): void;
  close(): Promise<void>;
}

export async function swallowingProxy(databaseUrl: string): Promise<SwallowingProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<{ sockets: Socket[]; silent: boolean }>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    const pair = { sockets: [client, upstream], silent: false };
    pairs.add(pair);
    const pass = (from: Socket, to: Socket) => {
      from.on("data", (bytes) => void (pair.silent || to.write(bytes)));
      from.on("error", () => {});
      from.on("close", () => void (pair.silent || to.destroy()));
    };
    pass(client, upstream);
    pass(upstream, client);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(address.port);
  return {
    url: url.href,
    swallow() {
      for (const pair of pairs) pair.silent = true;
    },
    async close() {
      for (const { sockets } of pairs) for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
