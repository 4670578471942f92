import { createServer, request } from "node:http";
import { duplexPair } from "node:stream";
import type { World } from "../world.ts";

/** An operation of the public API. */
export interface PublicOperation {
  id: string;
  path: string;
  summary: string;
}

interface Document {
  paths: Record<string, Record<string, { operationId?: string; summary?: string }>>;
}

type Find = (method: string, path: string) => PublicOperation | undefined;

let known: Promise<Find> | undefined;

/**
 * Finds the operation of a request in the product's OpenAPI document. It is read when it is first asked for,
 * and is the same in all worlds.
 */
export async function operationOf(
  world: World,
  { method, path }: { method: string; path: string },
): Promise<PublicOperation | undefined> {
  known ??= documentOf(world).then(finderOf);
  try {
    return (await known)(method, path);
  } catch (error) {
    known = undefined;
    world.log.warn({ err: error }, "the public OpenAPI document could not be read");
    return undefined;
  }
}

/** Paths with fewer placeholders come first: `/items/search` is no item. */
function finderOf({ paths }: Document): Find {
  const placeholders = (path: string) => path.split("{").length;
  const templates = Object.entries(paths)
    .sort(([a], [b]) => placeholders(a) - placeholders(b))
    .map(([path, operations]) => ({ path, operations, form: formOf(path) }));
  return (method, path) => {
    const found = templates.find(({ form }) => form.test(path));
    const operation = found?.operations[method === "HEAD" ? "get" : method.toLowerCase()];
    if (!found || !operation) return undefined;
    return { id: operation.operationId ?? "", path: found.path, summary: operation.summary ?? "" };
  };
}

function formOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  return new RegExp(`^${escaped.replace(/\{[^{}]+\}/g, "[^/]+")}/?$`);
}

/** Asks the world's product over a connection in memory, past what records requests and injects faults. */
async function documentOf(world: World): Promise<Document> {
  const server = createServer(world.handle);
  const [clientSide, serverSide] = duplexPair();
  server.emit("connection", serverSide);
  try {
    const text = await new Promise<string>((resolve, reject) => {
      const asked = request({ path: "/openapi.json", createConnection: () => clientSide }, (answer) => {
        answer
          .setEncoding("utf8")
          .toArray()
          .then((chunks) => resolve(chunks.join("")), reject);
      });
      asked.on("error", reject).end();
    });
    const document = JSON.parse(text) as Document;
    if (typeof document.paths !== "object") throw new Error("it has no paths");
    return document;
  } finally {
    clientSide.destroy();
    server.close();
  }
}
