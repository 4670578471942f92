import { type IncomingMessage, type RequestListener, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { helpLink } from "@marketplace/conventions";
import { discardRest } from "@marketplace/server";
import type { Replicas, Taken } from "./replicas.ts";

/**
 * Round-robin load balancer for trials and tests on one machine. Each request has a connection of its own, so
 * only requests of which nothing was sent are retried on another replica.
 */
export function roundRobin(replicas: Pick<Replicas, "connect">): RequestListener {
  return async (req, res) => {
    const taken = await replicas.connect();
    if (res.destroyed) taken?.socket.destroy();
    else if (taken) pass(req, res, taken);
    else refuse(res);
  };
}

function pass(req: IncomingMessage, res: ServerResponse, { socket, leaving }: Taken): void {
  const { method, url } = req;
  // Keep-alive: a replica that closed the connection could lose an early answer.
  const headers = [...passedOn(req.rawHeaders, sentByClients), "Connection", "keep-alive"];
  const onward = request({ method, path: url, headers, createConnection: () => socket });
  // The replica's request is aborted when the client leaves.
  res.once("close", () => {
    if (!res.writableFinished) onward.destroy();
  });
  onward.once("response", (answer) => {
    if (answer.headers.connection === "close") leaving();
    res.writeHead(
      answer.statusCode ?? 502,
      answer.statusMessage,
      passedOn(answer.rawHeaders, sentByReplicas),
    );
    pipeline(answer, res, () => {
      socket.destroy();
      discardRest(req);
    });
  });
  onward.on("error", () => {
    if (!res.headersSent && !res.destroyed) failGateway(res);
    discardRest(req);
  });
  // Not `pipeline`: an answer may come before the end of the request and must still be passed on.
  req.pipe(onward);
}

// Hop-by-hop headers. Node answers `Expect: 100-continue` itself.
const ofConnections = ["connection", "keep-alive", "proxy-connection", "te", "upgrade"];
const sentByClients = new Set([...ofConnections, "expect"]);
const sentByReplicas = new Set([...ofConnections, "transfer-encoding"]);

/** Raw headers without the dropped ones; names and values alternate. */
function passedOn(raw: readonly string[], dropped: ReadonlySet<string>): string[] {
  return raw.filter((_, index) => !dropped.has((raw[index - (index % 2)] ?? "").toLowerCase()));
}

/** No replica accepts requests at present. */
function refuse(res: ServerResponse): void {
  res.setHeader("Retry-After", "1");
  fail(res, { message: "Service unavailable", error: "service_unavailable", status: 503 });
}

/** The replica broke off. */
const failGateway = (res: ServerResponse): void =>
  fail(res, { message: "Bad gateway", error: "bad_gateway", status: 502 });

function fail(res: ServerResponse, problem: { message: string; error: string; status: number }): void {
  const headers = { "Content-Type": "application/json; charset=utf-8", Link: helpLink(problem.error) };
  res.writeHead(problem.status, headers).end(JSON.stringify({ ...problem, cause: [] }));
}
