import ipaddr from "ipaddr.js";

// What IPv6 hands out to the public internet; everything else is special, whether we know its purpose or not.
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address belongs to the public internet: none that is private, shared, local, reserved or a wrapping of an
 * IPv4 address in IPv6 (decisions 4.3). A text that is no address is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" || address.match(globalUnicast);
}
