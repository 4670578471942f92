import { once } from "node:events";
import { createServer } from "node:http";

/** An application's callback that acknowledges everything and writes down of which resource it was. */
export interface Callback {
  url: string;
  /** In the order in which they came, with repetitions. */
  resources: string[];
  close(): Promise<void>;
}

export async function startCallback(): Promise<Callback> {
  const resources: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    resources.push(JSON.parse(Buffer.concat(chunks).toString()).resource);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP address");
  return {
    url: `http://127.0.0.1:${address.port}/callback`,
    resources,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
