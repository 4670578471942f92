import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";

/** By this header the gateway tells a service the client's address; dropped from whatever a client sends. */
export const clientAddressHeader = "x-marketplace-client-address";

const recorded = Symbol("client address");
type Known = IncomingMessage & { [recorded]?: string };

/** Records the address of a request's client once it is established: by the gateway, or by a service from its assertion. */
export function recordClientAddress(req: Known, address: string): void {
  req[recorded] = address;
}

/**
 * The address of a request's client as the gateway established it, in one spelling per address: IPv4 never inside IPv6.
 * The other end of the connection where nothing was established. `unknown` when the connection is gone.
 */
export const clientAddressOf = (req: Known): string => req[recorded] ?? peerAddressOf(req);

/**
 * What shares one budget: an IPv4 address, and all of the /64 network that an IPv6 address is in, as one customer can use
 * any address of theirs.
 */
export const clientNetworkOf = (req: IncomingMessage): string => networkOf(clientAddressOf(req));

/** The address at the other end of the connection. */
export const peerAddressOf = ({ socket }: IncomingMessage): string =>
  canonicalAddress(socket.remoteAddress ?? "") ?? "unknown";

const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** The one spelling of an address; `undefined` for a text that is none. */
export function canonicalAddress(text: string): string | undefined {
  if (ipv4.test(text)) return ipaddr.IPv4.isValidFourPartDecimal(text) ? text : undefined;
  if (!ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  // The zone of a link-local address names an interface of this machine.
  if (address instanceof ipaddr.IPv6) delete address.zoneId;
  return address.toString();
}

function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
}
