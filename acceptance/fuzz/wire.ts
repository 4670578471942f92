import { Agent, request } from "node:http";

/** A raw request. */
export interface Wire {
  method: string;
  /** The request target: path and query. */
  target: string;
  headers: Record<string, string>;
  body?: Uint8Array | undefined;
}

/** A raw answer. */
export interface Came {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  /** The parsed JSON body; `undefined` when it is not JSON. */
  json: unknown;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends a request unchanged; `fetch` would normalize it. */
export function exchange(base: string, { method, target, headers, body }: Wire): Promise<Came> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const framing = body === undefined ? {} : { "Content-Length": String(body.length) };
    const sent = request({
      hostname,
      port,
      method,
      path: target,
      headers: { ...headers, ...framing },
      agent,
    });
    sent.once("error", reject);
    sent.once("response", (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.once("error", reject);
      answer.once("end", () => {
        const whole = Buffer.concat(parts);
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: whole,
          json: parsed(whole, answer.headers["content-type"]),
        });
      });
    });
    sent.end(body);
  });
}

function parsed(body: Buffer, contentType = ""): unknown {
  if (!contentType.startsWith("application/json") || body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
