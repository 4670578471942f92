import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";

/** A received notification. */
export interface Received {
  headers: IncomingHttpHeaders;
  raw: string;
  body: {
    _id: string;
    resource: string;
    user_id: number;
    topic: string;
    application_id: number;
    attempts: number;
    sent: string;
    received: string;
    actions?: string[];
  };
}

/** A server that receives notifications; `statusOf` chooses the status of each answer. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Paths of all requests. */
  paths: Set<string>;
  /** The notifications of a resource, in order of arrival. */
  of(resource: string): Received[];
  close(): Promise<void>;
}

/** Starts a receiver on a port of this machine, by default a free one. */
export async function startReceiver(
  statusOf: (one: Received) => number = () => 200,
  port = 0,
): Promise<Receiver> {
  const received: Received[] = [];
  const paths = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    paths.add(request.url ?? "");
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const raw = Buffer.concat(chunks).toString();
      const one: Received = { headers: request.headers, raw, body: JSON.parse(raw) };
      received.push(one);
      response.writeHead(statusOf(one), { Location: "/elsewhere" }).end();
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP address");
  return {
    url: `http://127.0.0.1:${address.port}/callback`,
    received,
    paths,
    of: (resource) => received.filter(({ body }) => body.resource === resource),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
