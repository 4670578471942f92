import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { isPublicAddress } from "./public-address.rules.ts";

/** The addresses of a host name. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** A callback URL leads to an address that is not public. */
export class AddressNotAllowed extends Error {
  override readonly name = "AddressNotAllowed";
  constructor(address: string) {
    super(`${address} is not a public address`);
  }
}

/** Connects to public addresses only (decisions 4.3); it checks the one it uses: no DNS rebinding. */
export function guardedConnector(
  timeout: number,
  resolve: Resolve = askNameServers(timeout),
): buildConnector.connector {
  const connect = buildConnector({ allowH2: false, timeout, lookup: lookupOf(resolve) });
  return (options, callback) => {
    const hostname = options.hostname.replace(/^\[|\]$/g, "");
    // A literal address needs no lookup.
    if (isIP(hostname) !== 0 && !isPublicAddress(hostname)) {
      callback(new AddressNotAllowed(hostname), null);
      return;
    }
    connect(options, callback);
  };
}

function lookupOf(resolve: Resolve): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        const refused = addresses.find((address) => !isPublicAddress(address));
        if (refused !== undefined) callback(new AddressNotAllowed(refused), "");
        else if (first === undefined) callback(new Error(`${hostname} has no address`), "");
        else if (all) callback(null, addresses.map(withFamily));
        else callback(null, first, isIP(first));
      },
      (error) => callback(error, ""),
    );
  };
}

const withFamily = (address: string) => ({ address, family: isIP(address) });

/** Asks name servers directly: the system's resolver has few threads, which a slow domain would hold. */
function askNameServers(timeout: number): Resolve {
  const resolver = new Resolver({ timeout, tries: 1 });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  };
}
