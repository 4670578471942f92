import { type RemoteOptions, remoteClient } from "./client.ts";
import type { Contract, Implementation } from "./contract.ts";
import { addressesOf, systemLookup } from "./load-balancing/addresses.ts";
import { RoundRobinDispatcher } from "./load-balancing/round-robin-dispatcher.ts";

/** What one replica answered. */
export interface ReplicaAnswer<T> {
  /** Host and port at which it was asked. */
  address: string;
  answer: PromiseSettledResult<T>;
}

/**
 * Asks every address behind the base URLs of a service once, without repeating. A name that cannot be looked
 * up counts as one replica that does not answer. Behind a balancer of connections one address stands for all.
 */
export async function askEachReplica<C extends Contract, T>(
  contract: C,
  options: RemoteOptions,
  ask: (client: Implementation<C>) => Promise<T>,
): Promise<ReplicaAnswer<T>[]> {
  const { find = systemLookup } = options.spread ?? {};
  const urls = [options.url].flat();
  const found = await Promise.all(urls.map((url) => addressesOf(url, find).catch(() => [])));
  const targets = found.flatMap((addresses, index) => {
    const { protocol, host, port } = new URL(urls[index] ?? "");
    if (addresses.length === 0) return [{ url: `${protocol}//${host}`, address: host }];
    return addresses.map(({ address, family }) => {
      const hostname = family === 6 ? `[${address}]` : address;
      const place = port === "" ? hostname : `${hostname}:${port}`;
      return { url: `${protocol}//${place}`, address: place };
    });
  });
  return Promise.all(
    targets.map(async ({ url, address }) => {
      const dispatcher = new RoundRobinDispatcher(url, options.spread);
      const client = remoteClient(contract, { ...options, url, retries: 0, dispatcher });
      const [answer] = await Promise.allSettled([ask(client)]);
      await dispatcher.close();
      return { address, answer };
    }),
  );
}
