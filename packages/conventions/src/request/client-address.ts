import type { IncomingMessage } from "node:http";
import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** The header with the client's address from the gateway, which drops what a client sends by this name. */
export const clientAddressHeader = "x-marketplace-client-address";

const recorded = Symbol("client address");
type Known = IncomingMessage & { [recorded]?: string };

/** Records the address of the client: by the gateway, or by a service from the assertion. */
export function recordClientAddress(req: Known, address: string): void {
  req[recorded] = address;
}

/**
 * The address of the client as the gateway recorded it, in canonical form: IPv4 is never inside IPv6. Without
 * a record, the address of the peer. `unknown` when the connection is gone.
 */
export const clientAddressOf = (req: Known): string => req[recorded] ?? peerAddressOf(req);

/** The unit of rate limits: an IPv4 address or an IPv6 /64 network, which may belong to one customer. */
export const clientNetworkOf = (req: IncomingMessage): string => networkOf(clientAddressOf(req));

export const peerAddressOf = ({ socket }: IncomingMessage): string =>
  canonicalAddress(socket.remoteAddress ?? "") ?? "unknown";

/** The canonical form of an address; `undefined` for a text that is not an address. */
export function canonicalAddress(text: string): string | undefined {
  if (isIPv4(text)) return text;
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
