import { Agent, request } from "node:http";
import { latencyOf } from "../measure/latency.ts";

export interface Rate {
  perSecond: number;
  p50: number;
  p99: number;
}

/** The server, paths and headers of uploads. */
export interface Target {
  url: string;
  path: () => string;
  headers: () => Record<string, string>;
}

/** As long as a browser's, because the parser's search depends on its length. */
const boundary = "----MeasurementFormBoundaryAAAAAAAAAAAA";
const mebibyte = 1024 * 1024;
/** A form with a PDF of exactly 1 MiB. */
const body = Buffer.concat([
  Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="fiscal_document"; filename="invoice.pdf"\r\n` +
      "Content-Type: application/pdf\r\n\r\n",
  ),
  Buffer.alloc(mebibyte, "%PDF-1.4 "),
  Buffer.from(`\r\n--${boundary}--\r\n`),
]);

/** Sends `count` uploads on `parallel` connections. */
export async function load(
  target: Target,
  { count, parallel }: { count: number; parallel: number },
): Promise<Rate> {
  const agent = new Agent({ keepAlive: true, maxSockets: parallel });
  const milliseconds: number[] = [];
  let left = count;
  const worker = async () => {
    while (left-- > 0) {
      const startedAt = performance.now();
      await upload(target, agent);
      milliseconds.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: parallel }, worker));
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  const { p50, p99 } = latencyOf(milliseconds);
  return { perSecond: count / seconds, p50, p99 };
}

function upload({ url, path, headers }: Target, agent: Agent): Promise<void> {
  const type = `multipart/form-data; boundary=${boundary}`;
  const sent = { ...headers(), "Content-Type": type, "Content-Length": String(body.length) };
  return new Promise((resolve, reject) => {
    const outgoing = request(url + path(), { method: "POST", agent, headers: sent }, async (incoming) => {
      const text = Buffer.concat(await incoming.toArray()).toString();
      if (incoming.statusCode === 200) resolve();
      else reject(new Error(`an upload was answered with ${incoming.statusCode}: ${text}`));
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
