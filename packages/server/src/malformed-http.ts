import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
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

/** Answers bytes that are not an HTTP request with the standard error body, and ends the connection. */
export function answerMalformedHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  const problem = problems[error.code ?? ""] ?? malformed;
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
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
