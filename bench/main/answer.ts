import { request } from "node:http";
import type { LoadRequest } from "./load.ts";

/** An answer as received. */
export interface Answer {
  status: number;
  /** Without the headers of the connection. */
  headers: [name: string, value: string][];
  body: Buffer;
}

const ofTheConnection = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** Sends one request; rejects without an answer within 20 s. */
function answerTo(base: string, { method, path, headers, body }: LoadRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, signal: AbortSignal.timeout(20_000), agent: false };
    const outgoing = request(base + path, options, async (incoming) => {
      const pairs = Array.from({ length: incoming.rawHeaders.length / 2 }, (_, index): [string, string] => [
        incoming.rawHeaders[2 * index] ?? "",
        incoming.rawHeaders[2 * index + 1] ?? "",
      ]);
      resolve({
        status: incoming.statusCode ?? 0,
        headers: pairs.filter(([name]) => !ofTheConnection.has(name.toLowerCase())),
        body: Buffer.concat(await incoming.toArray()),
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Sends a request that must succeed. */
export async function successOf(base: string, asked: LoadRequest): Promise<Answer> {
  const answer = await answerTo(base, asked);
  if (answer.status < 300) return answer;
  throw new Error(`${asked.method} ${asked.path} was answered ${answer.status}: ${answer.body}`);
}
