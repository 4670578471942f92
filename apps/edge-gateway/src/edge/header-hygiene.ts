import type { IncomingHttpHeaders } from "node:http";
import { common } from "@marketplace/conventions";

/** Headers that concern one connection only (RFC 9110, 7.6.1), and what the connection to a service sets by itself. */
const perConnection = new Set([
  ...["connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authorization"],
  ...["te", "trailer", "transfer-encoding", "upgrade"],
]);

/** Not for services: the token stays here, the rest is this hop's own. */
const notForwarded = new Set(["host", "expect", "authorization", "cookie", "x-request-id"]);
const internal = /^x-marketplace-|^surrogate-/;

type HeaderValues = Record<string, string | string[]>;

/** What of a client's headers reaches a service; internal ones a client sent never do. */
export function requestHeaders(headers: IncomingHttpHeaders): HeaderValues {
  // Two readings of where a body ends are how requests are smuggled: only the plain framing is passed on.
  const framing = headers["transfer-encoding"];
  if (framing !== undefined && framing.toLowerCase() !== "chunked")
    throw common.bad_request({ message: "Transfer-Encoding must be chunked, or absent" });
  return kept(headers, (name) => !notForwarded.has(name) && !internal.test(name));
}

/** What of a service's headers reaches the client. */
export const responseHeaders = (headers: IncomingHttpHeaders): HeaderValues =>
  kept(headers, (name) => !internal.test(name));

function kept(headers: IncomingHttpHeaders, wanted: (name: string) => boolean): HeaderValues {
  const named = new Set(headers.connection?.split(",").map((name) => name.trim().toLowerCase()));
  const values: HeaderValues = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || perConnection.has(name) || named.has(name) || !wanted(name)) continue;
    values[name] = value;
  }
  return values;
}
