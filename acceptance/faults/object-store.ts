import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../product/product.ts";

/** The fault that the stand-in has at present. */
export type StoreFault = "down" | "slow" | "hanging" | "truncating";

/** A stand-in for an S3 server that tests availability only: it checks no signatures. */
export interface ObjectStore {
  /** Environment variables of a product that stores its files here. */
  env: Record<string, string>;
  size(): number;
  inject(fault: StoreFault | undefined): Promise<void>;
}

interface Stored {
  bytes: Buffer;
  headers: Record<string, string>;
}

const slowMs = 300;

/** Starts a stand-in with one bucket. */
export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Stored>();
  const port = await freePort();
  let fault: StoreFault | undefined;
  let server: Server | undefined;
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    response.on("error", () => {});
    // Cutting a request whose body is not read to its end would also destroy the request.
    const { socket } = request;
    if (fault === "hanging") return void request.resume();
    if (fault === "slow") await delay(slowMs);
    const bytes = await bodyOf(request, fault).catch(() => undefined);
    if (bytes === undefined) return void socket.destroy();
    respond(objects, { request, response, bytes, half: fault === "truncating" });
  };
  const listen = async () => {
    server = createServer(serve).listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen();
  return {
    env: {
      OBJECT_STORE: "s3",
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: "files",
      S3_ACCESS_KEY: "access",
      S3_SECRET_KEY: "secret-of-nobody",
    },
    size: () => objects.size,
    async inject(next) {
      if (fault === "down") await listen();
      // A change of the delay cuts no running request: the product meets only the delay.
      const isCut = next === "down" || (fault !== "slow" && next !== "slow");
      fault = next;
      const closed = next === "down" && server && once(server, "close");
      if (next === "down") server?.close();
      if (isCut) server?.closeAllConnections();
      await closed;
    },
  };
}

async function bodyOf(request: IncomingMessage, fault: StoreFault | undefined): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
    if (fault === "truncating" && request.method === "PUT") throw new Error("cut");
  }
  return Buffer.concat(chunks);
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  bytes: Buffer;
  /** Whether the body of an answer breaks off halfway. */
  half: boolean;
}

function respond(objects: Map<string, Stored>, { request, response, bytes, half }: Exchange): void {
  const { pathname } = new URL(request.url ?? "/", "http://store");
  const isBucket = pathname.split("/").filter(Boolean).length < 2;
  if (isBucket) return void response.end();
  const stored = objects.get(pathname);
  if (request.method === "PUT") {
    if (stored && request.headers["if-none-match"])
      return void response.writeHead(412).end(errorOf("PreconditionFailed"));
    objects.set(pathname, { bytes, headers: keptOf(request) });
    return void response.end();
  }
  if (request.method === "DELETE") {
    objects.delete(pathname);
    return void response.writeHead(204).end();
  }
  if (!stored) return void response.writeHead(404).end(errorOf("NoSuchKey"));
  const head = {
    ...stored.headers,
    "Content-Length": stored.bytes.length,
    "Last-Modified": new Date().toUTCString(),
  };
  response.writeHead(200, head);
  if (request.method === "HEAD") return void response.end();
  if (!half) return void response.end(stored.bytes);
  response.write(stored.bytes.subarray(0, stored.bytes.length / 2), () => response.destroy());
}

const keptOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" && (name === "content-type" || name.startsWith("x-amz-meta-"))
        ? [[name, value]]
        : [],
    ),
  );

const errorOf = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
