import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { z } from "zod";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Whether an address belongs to a trusted proxy. */
export type TrustedProxies = (address: string) => boolean;

/** No proxy is trusted: clients have the address of their connection. */
export const noProxies: TrustedProxies = () => false;

/** A list of addresses and CIDR blocks, IPv4 and IPv6, separated by commas. */
export const trustedProxiesVariable = () =>
  z
    .string()
    .transform((text, context) => {
      const blocks: Block[] = [];
      for (const part of text.split(",").map((piece) => piece.trim())) {
        if (part === "") continue;
        const block = blockOf(part);
        if (typeof block === "string") context.addIssue({ code: "custom", message: `${part} ${block}` });
        else blocks.push(block);
      }
      return blocks.length === 0 ? noProxies : withinSome(blocks);
    })
    .optional();

type Block = [address: Address, prefixLength: number];

/** A block, or why the text is not one. */
function blockOf(text: string): Block | string {
  const [address = "", prefix, more] = text.split("/");
  const bits = isIP(address) === 4 ? 32 : 128;
  const length = prefix === undefined ? bits : Number(prefix);
  if (isIP(address) === 0 || more !== undefined || !/^\d{1,3}$/.test(prefix ?? "0") || length > bits)
    return "is no address and no CIDR block";
  if (length === 0) return "would trust everybody";
  const parsed = ipaddr.parse(address);
  // Addresses are compared as IPv4 wherever they can be: a mapped block would never match.
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) return "must be written as IPv4";
  return [parsed, length];
}

function withinSome(blocks: readonly Block[]): TrustedProxies {
  return (text) => {
    if (isIP(text) === 0) return false;
    const address = ipaddr.process(text);
    return blocks.some((block) => block[0].kind() === address.kind() && address.match(block));
  };
}
