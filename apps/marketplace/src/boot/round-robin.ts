import { type IncomingMessage, type RequestListener, request, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { discardRest } from "@marketplace/server";
import type { Replicas, Taken } from "./replicas.ts";

/**
 * Streams every request to the next replica, over a connection of its own: so it is known whether a replica
 * took a request at all, and only one that none of it was sent of goes to another replica. For trials and
 * tests on one machine.
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
  // Kept alive until we close it: a replica that closed it might lose an answer given before the request was
  // read.
  const headers = [...passedOn(req.rawHeaders, sentByClients), "Connection", "keep-alive"];
  const onward = request({ method, path: url, headers, createConnection: () => socket });
  // A client that leaves takes the replica's work with it.
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
  // Not `pipeline`: an answer may come before the request was read to its end, and is still to be passed on.
  req.pipe(onward);
}

// What concerns one connection only. Node answers `Expect: 100-continue` itself.
const ofConnections = ["connection", "keep-alive", "proxy-connection", "te", "upgrade"];
const sentByClients = new Set([...ofConnections, "expect"]);
const sentByReplicas = new Set([...ofConnections, "transfer-encoding"]);

/** Names and values as they came, in turn, without those that are not passed on. */
function passedOn(raw: readonly string[], dropped: ReadonlySet<string>): string[] {
  return raw.filter((_, index) => !dropped.has((raw[index - (index % 2)] ?? "").toLowerCase()));
}

/** No replica took the request, and may in a moment. */
function refuse(res: ServerResponse): void {
  res.setHeader("Retry-After", "1");
  fail(res, { message: "Service unavailable", error: "service_unavailable", status: 503 });
}

/** The replica that took the request broke. */
const failGateway = (res: ServerResponse): void =>
  fail(res, { message: "Bad gateway", error: "bad_gateway", status: 502 });

function fail(res: ServerResponse, problem: { message: string; error: string; status: number }): void {
  const headers = { "Content-Type": "application/json; charset=utf-8" };
  res.writeHead(problem.status, headers).end(JSON.stringify({ ...problem, cause: [] }));
}
