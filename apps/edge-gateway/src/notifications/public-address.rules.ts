import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

// The global unicast block; all other IPv6 blocks are special.
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/** Public addresses that lead to the cloud's own machinery from inside of that cloud. */
const insideOfClouds = [
  // Azure's host agent, which serves certificates and secrets of the machine.
  "168.63.129.16/32",
  // IBM Cloud's infrastructure services and private endpoints.
  "161.26.0.0/16",
  "166.8.0.0/14",
].map((block) => ipaddr.IPv4.parseCIDR(block));

/**
 * Whether an IP address is public: not private, shared, local, reserved (IANA's special-purpose registries),
 * a cloud's own, or IPv4 wrapped in IPv6 (decisions 4.3). False for other texts.
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
  // ipaddr.js parses `::1.2.3.4`, an IPv6 address, as 1.2.3.4; URL gives the hexadecimal spelling.
  const hexadecimal = isIP(text) === 6 ? URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) : undefined;
  return hexadecimal === undefined ? undefined : ipaddr.process(hexadecimal);
}
