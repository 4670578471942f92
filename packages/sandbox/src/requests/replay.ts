import { randomUUID } from "node:crypto";
import { request } from "node:http";
import type { Socket } from "node:net";
import type { World } from "../world.ts";
import type { RawHeaders, Recorded } from "./recorded.ts";

/** Headers of one connection, and those that the repetition gets new values of. */
const ownHeaders = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "content-length",
  "expect",
  "x-request-id",
  "x-sandbox-world",
]);

interface Replay {
  world: World;
  recorded: Recorded;
  /** The connection by which the replay is asked for: it leads to the product. */
  socket: Socket;
}

/**
 * Sends a request again as it was, with its credential, to the address by which the lab was reached. Resolves
 * with the id of the repetition when it is answered, or its connection has ended.
 */
export async function replay({ world, recorded, socket }: Replay): Promise<string> {
  const id = randomUUID();
  const { method, target, requestBody } = recorded;
  const body = requestBody?.bytes();
  const headers = [
    ...repeated(recorded.requestHeaders),
    "X-Request-Id",
    id,
    "X-Sandbox-World",
    world.id,
    ...(body ? ["Content-Length", String(body.length)] : []),
  ];
  const asked = request({ host: socket.localAddress, port: socket.localPort, method, path: target, headers });
  await new Promise<void>((resolve) => {
    asked.on("response", (answer) => answer.on("close", resolve).resume());
    asked.on("error", () => resolve());
    asked.end(body);
  });
  return id;
}

function repeated(headers: RawHeaders): string[] {
  return headers.filter((_, index) => !ownHeaders.has((headers[index - (index % 2)] ?? "").toLowerCase()));
}
