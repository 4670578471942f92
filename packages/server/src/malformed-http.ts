import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";

/** The code of an `Expect` that is not 100-continue. */
export const unmetExpectation = "UNMET_EXPECTATION";

/** Answers to what Node's HTTP parser rejects before there is a request, by its error code. */
const answers: Readonly<Record<string, { status: string; error: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    error: "bad_request",
    message: "The header fields of the request are too large",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    error: "bad_request",
    message: "The request did not arrive in time",
  },
  [unmetExpectation]: {
    status: "417 Expectation Failed",
    error: "bad_request",
    message: "The expectation of the request cannot be met: only 100-continue can",
  },
};
const malformed = {
  status: "400 Bad Request",
  error: "bad_request",
  message: "The request is not valid HTTP",
};

/** Answers bytes that are not an HTTP request with the standard error body, and ends the connection. */
export function answerMalformedHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  const { status, error: code, message } = answers[error.code ?? ""] ?? malformed;
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ message, error: code, status: Number.parseInt(status, 10), cause: [] });
  const head = [
    `HTTP/1.1 ${status}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    "X-Content-Type-Options: nosniff",
    "Access-Control-Allow-Origin: *",
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
