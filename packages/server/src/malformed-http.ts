import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { common, helpLink, type Problem } from "@marketplace/conventions";

/** The code of an `Expect` that is not 100-continue. */
export const unmetExpectation = "UNMET_EXPECTATION";

/** Answers to what Node's HTTP parser rejects before there is a request, by its error code. */
const problems: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: common.headers_too_large(),
  ERR_HTTP_REQUEST_TIMEOUT: common.request_timeout(),
  [unmetExpectation]: common.expectation_failed(),
};
const malformed = common.malformed_http();

const waiting = new WeakSet<Socket>();

/**
 * Answers bytes that are not an HTTP request with the standard error body, and ends the connection: after the
 * answers to the requests before them, which `pending` has. An answer that has begun before its own request
 * broke is cut, for nothing can be said within it.
 */
export function answerMalformedHttp(
  error: NodeJS.ErrnoException,
  socket: Socket,
  pending: readonly ServerResponse[] = [],
): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  // The parser reports every piece that comes after the first.
  if (waiting.has(socket)) return;
  const before = pending.find(({ req }) => req.complete);
  if (before) {
    waiting.add(socket);
    // What comes later, which may be the request that is refused, is not waited for.
    const others = pending.filter((res) => res !== before);
    before.once("close", () => {
      waiting.delete(socket);
      answerMalformedHttp(error, socket, others);
    });
    return;
  }
  const [own] = pending;
  if (own?.writableEnded) socket.end();
  else if (own?.headersSent) socket.destroy();
  else endWith(problems[error.code ?? ""] ?? malformed, socket);
}

function endWith(problem: Problem, socket: Socket): void {
  const body = JSON.stringify(problem.body());
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    `Link: ${helpLink(problem.key)}`,
    "X-Content-Type-Options: nosniff",
    "Access-Control-Allow-Origin: *",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
