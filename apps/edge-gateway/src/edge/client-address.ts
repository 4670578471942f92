import type { IncomingMessage } from "node:http";
import { canonicalAddress, peerAddressOf } from "@marketplace/conventions";
import parseForwarded from "forwarded-parse";
import type { TrustedProxies } from "./trusted-proxies.ts";

/** The address that one proxy wrote; `undefined` when it is malformed. */
type Hop = string | undefined;

/**
 * The address of the client behind trusted proxies. Each proxy appends the address of its caller to
 * `X-Forwarded-For` or `Forwarded` (RFC 7239). Entries are read from the right while their writer is trusted;
 * entries further to the left may be forged.
 *
 * A malformed entry (`unknown`, a hidden name, garbage) ends the search at the last trusted proxy. So does
 * a request in which the two headers disagree: proxies write one and pass the other on as the client sent it,
 * and it is unknown which. Clients that forge headers so share the proxy's rate limit with each other.
 */
export function clientBehind(req: IncomingMessage, isTrusted: TrustedProxies): string {
  const peer = peerAddressOf(req);
  if (!isTrusted(peer)) return peer;
  const [first = peer, second = first] = chains(req).map((hops) => firstUntrusted(hops, peer, isTrusted));
  return first === second ? first : peer;
}

function chains({ headers }: IncomingMessage): Hop[][] {
  const { forwarded } = headers;
  const forwardedFor = headers["x-forwarded-for"];
  return [
    ...(forwardedFor === undefined ? [] : [String(forwardedFor).split(",").map(addressIn)]),
    ...(forwarded === undefined ? [] : [hopsIn(forwarded)]),
  ];
}

function firstUntrusted(hops: readonly Hop[], peer: string, isTrusted: TrustedProxies): string {
  let last = peer;
  for (const hop of hops.toReversed()) {
    if (hop === undefined || !isTrusted(last)) break;
    last = hop;
  }
  return last;
}

function hopsIn(header: string): Hop[] {
  try {
    return parseForwarded(header).map(({ for: node }) => (node === undefined ? undefined : addressIn(node)));
  } catch {
    return [undefined];
  }
}

const withPort = /^(?:\[(?<ipv6>[^\]]*)\]|(?<ipv4>[^:]*))(?::\d{1,5})?$/;

/** The address in an entry; some proxies write the port beside it, and IPv6 in brackets. */
function addressIn(entry: string): Hop {
  const text = entry.trim();
  const { ipv4, ipv6 } = withPort.exec(text)?.groups ?? {};
  return canonicalAddress(ipv6 ?? ipv4 ?? text);
}
