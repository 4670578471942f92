import {
  askEachReplica,
  type Contract,
  catalogContract,
  flexContract,
  invoicesContract,
  ordersContract,
  questionsContract,
  remoteClient,
} from "@marketplace/contracts";
import type { Telemetry } from "@marketplace/telemetry";
import type { Config } from "./config.ts";
import type { Clients } from "./deps.ts";
import type { Upstreams } from "./edge/edge.ts";
import { forwarded } from "./edge/forwarded.ts";
import type { ReplicasOf } from "./operations/replicas.service.ts";
import { type RemoteChangeFeed, remoteChangeFeed } from "./response-cache/remote-change-feed.ts";

interface ServiceClients {
  clients: Clients;
  upstreams: Upstreams;
  /** Changes of the services whose answers are cached. */
  feeds: { catalog: RemoteChangeFeed };
  /** How each replica is; one that does not answer within two seconds is down. */
  replicas: ReplicasOf;
  closeUpstreams(): Promise<void>;
}

/** Clients of services in other processes. */
export function serviceClients(config: Config, telemetry: Telemetry): ServiceClients {
  const { catalogUrl, questionsUrl, invoicesUrl, ordersUrl, flexUrl, internalSecret: secret } = config;
  const way = (url: readonly string[]) => forwarded(url, secret, { timeoutMs: config.upstreamTimeoutMs });
  const upstreams = {
    catalog: way(catalogUrl),
    questions: way(questionsUrl),
    invoices: way(invoicesUrl),
    orders: way(ordersUrl),
    flex: way(flexUrl),
  };
  const asked = <C extends Contract>(contract: C, url: readonly string[]) =>
    remoteClient(contract, { url, secret, telemetry });
  // No retry: a failed call means that changes may be missed. One that hangs is given up for another replica.
  const catalogChanges = remoteClient(catalogContract, {
    url: config.catalogInternalUrl,
    secret,
    timeoutMs: 1_000,
    retries: 0,
  });
  const each = (contract: Pick<typeof questionsContract, "vitals">, url: readonly string[]) => () =>
    askEachReplica(contract, { url, secret, timeoutMs: 2_000 }, ({ vitals }) => vitals({}));
  const replicas = {
    catalog: each(catalogContract, config.catalogInternalUrl),
    questions: each(questionsContract, config.questionsInternalUrl),
    orders: each(ordersContract, config.ordersInternalUrl),
    invoices: each(invoicesContract, config.invoicesInternalUrl),
    flex: each(flexContract, config.flexInternalUrl),
  };
  return {
    replicas: (service) => replicas[service](),
    upstreams,
    feeds: { catalog: remoteChangeFeed(catalogChanges.changes) },
    clients: {
      catalog: asked(catalogContract, config.catalogInternalUrl),
      questions: asked(questionsContract, config.questionsInternalUrl),
      invoices: asked(invoicesContract, config.invoicesInternalUrl),
      orders: asked(ordersContract, config.ordersInternalUrl),
      flex: asked(flexContract, config.flexInternalUrl),
    },
    async closeUpstreams() {
      await Promise.all(Object.values(upstreams).map((upstream) => upstream.close()));
    },
  };
}
