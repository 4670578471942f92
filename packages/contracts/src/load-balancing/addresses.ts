import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";

export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

export interface Address extends LookupAddress {
  /** Scheme, name and port under which it was found. */
  origin: string;
}

/** The machine's own resolver, as other programs ask it: DNS with its search domains, and /etc/hosts. */
export const systemLookup: Lookup = (hostname) => lookup(hostname, { all: true });

export const keyOf = ({ origin, address }: Address): string => `${origin} ${address}`;

export async function addressesOf(url: string, find: Lookup): Promise<Address[]> {
  const { hostname, origin } = new URL(url);
  // URLs have IPv6 addresses in brackets, resolvers do not.
  const found = await find(hostname.replace(/^\[(.*)\]$/, "$1"));
  return found.map(({ address, family }) => ({ origin, address, family }));
}
