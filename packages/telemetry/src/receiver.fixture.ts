import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export interface SentSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<SentSpan, "service">[] }[];
  }[];
}

/** Receives OTLP over HTTP on a free port, as a collector does. */
export async function startReceiver() {
  const spans: SentSpan[] = [];
  const paths = new Set<string>();
  const server = createServer(async (req, res) => {
    paths.add(req.url ?? "");
    // The exporter sends the JSON form of OTLP.
    spans.push(...spansOf((await json(req)) as Sent));
    res.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, spans, paths, close: () => void server.close() };
}

const spansOf = ({ resourceSpans }: Sent): SentSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue ?? "";
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
  });
