import type { IncomingHttpHeaders } from "node:http";
import { common } from "@marketplace/conventions";

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const perConnection = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The token stays in the gateway; the other headers belong to this hop. */
const notForwarded = new Set(["host", "expect", "authorization", "cookie", "x-request-id"]);
const internal = /^x-marketplace-|^surrogate-/;

type HeaderValues = Record<string, string | string[]>;

/** The client's headers that reach a service; never internal ones. */
export function requestHeaders(headers: IncomingHttpHeaders): HeaderValues {
  // Different readings of where a body ends allow request smuggling: only plain framing passes.
  const framing = headers["transfer-encoding"];
  if (framing !== undefined && framing.toLowerCase() !== "chunked")
    throw common.bad_request({ message: "Transfer-Encoding must be chunked, or absent" });
  return filterHeaders(headers, (name) => !notForwarded.has(name) && !internal.test(name));
}

/** The service's headers that reach the client. */
export const responseHeaders = (headers: IncomingHttpHeaders): HeaderValues =>
  filterHeaders(headers, (name) => !internal.test(name));

function filterHeaders(headers: IncomingHttpHeaders, wanted: (name: string) => boolean): HeaderValues {
  const named = new Set(headers.connection?.split(",").map((name) => name.trim().toLowerCase()));
  const values: HeaderValues = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || perConnection.has(name) || named.has(name) || !wanted(name)) continue;
    values[name] = value;
  }
  return values;
}
