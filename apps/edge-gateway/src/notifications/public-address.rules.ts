import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

// What IPv6 hands out to the public internet; everything else is special, whether we know its purpose or not.
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public by their number, but each leads to the cloud's own machinery when it is called from inside of that cloud. */
const insideOfClouds = [
  // Azure: the agent of the host, which hands out certificates and secrets of the machine.
  "168.63.129.16/32",
  // IBM Cloud: services of the infrastructure, and private service endpoints.
  "161.26.0.0/16",
  "166.8.0.0/14",
].map((block) => ipaddr.IPv4.parseCIDR(block));

/**
 * Whether an IP address belongs to the public internet: none that is private, shared, local, reserved (IANA's registries of
 * special-purpose addresses), a cloud's own, or a wrapping of an IPv4 address in IPv6 (decisions 4.3). A text that is no
 * address is not public.
 */
export function isPublicAddress(text: string): boolean {
  const address = addressOf(text);
  if (address?.range() !== "unicast") return false;
  if (address instanceof ipaddr.IPv6) return address.match(globalUnicast);
  return !insideOfClouds.some((block) => address.match(block));
}

/** IPv4 inside of IPv6 (`::ffff:1.2.3.4`), which a connection is made to as IPv4, counts as that. */
function addressOf(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (isIP(text) === 4) return ipaddr.IPv4.parse(text);
  // The library takes `::1.2.3.4`, an address of IPv6, for 1.2.3.4; a URL has the hexadecimal spelling.
  const spelt = isIP(text) === 6 ? URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) : undefined;
  return spelt === undefined ? undefined : ipaddr.process(spelt);
}
