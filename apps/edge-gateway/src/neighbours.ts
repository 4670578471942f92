import {
  catalogContract,
  flexContract,
  invoicesContract,
  questionsContract,
  remoteClient,
} from "@marketplace/contracts";
import type { Config } from "./config.ts";
import type { Clients } from "./deps.ts";
import type { Upstreams } from "./edge/edge.ts";
import { forwarded } from "./edge/forwarded.ts";

interface Neighbours {
  clients: Clients;
  upstreams: Upstreams;
  closeUpstreams(): Promise<void>;
}

/** The services in processes of their own; throws when the configuration does not say where one is. */
export function neighbours({ services, internalSecret: secret, upstreamTimeout }: Config): Neighbours {
  const urlOf = (name: keyof Config["services"]): string => {
    const url = services[name];
    if (url === undefined) throw new Error(`Invalid configuration: ${name.toUpperCase()}_URL is required`);
    return url;
  };
  const way = (name: keyof Config["services"]) =>
    forwarded(urlOf(name), secret, { timeoutMs: upstreamTimeout });
  const upstreams = {
    catalog: way("catalog"),
    questions: way("questions"),
    invoices: way("invoices"),
    flex: way("flex"),
  };
  return {
    upstreams,
    clients: {
      catalog: remoteClient(catalogContract, { url: urlOf("catalog"), secret }),
      questions: remoteClient(questionsContract, { url: urlOf("questions"), secret }),
      invoices: remoteClient(invoicesContract, { url: urlOf("invoices"), secret }),
      flex: remoteClient(flexContract, { url: urlOf("flex"), secret }),
    },
    async closeUpstreams() {
      await Promise.all(Object.values(upstreams).map((upstream) => upstream.close()));
    },
  };
}
