import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { freePort } from "../product/product.ts";

/** An application's callback that writes down what it acknowledged, and can be away. */
export interface Receiver {
  url: string;
  /** Distinct events of a resource that were acknowledged. */
  eventsOf(resource: string): number;
  /** Refuses connections from now on. */
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
}

/** Starts a receiver on a port of its own. */
export async function startReceiver(): Promise<Receiver> {
  const events = new Map<string, Set<string>>();
  const port = await freePort();
  let server: Server | undefined;
  const comeBack = async () => {
    server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { _id, resource } = JSON.parse(Buffer.concat(chunks).toString());
      events.set(resource, (events.get(resource) ?? new Set()).add(_id));
      response.end();
    }).listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await comeBack();
  return {
    url: `http://127.0.0.1:${port}/callback`,
    eventsOf: (resource) => events.get(resource)?.size ?? 0,
    async goDown() {
      const closed = server && once(server, "close");
      server?.close();
      server?.closeAllConnections();
      await closed;
    },
    comeBack,
  };
}
