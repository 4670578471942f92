import { type Service, services } from "@marketplace/database";
import { localUrl } from "@marketplace/server";
import type { Config } from "../config.ts";
import { type Listener, openListener } from "./listener.ts";
import { type Replicas, replicasAt } from "./replicas.ts";
import { roundRobin } from "./round-robin.ts";

/** Where a process listens. */
export interface Address {
  host: string;
  port: number;
  url: string;
}

/** How clients, or the other services, reach the processes of a service. */
interface Endpoint {
  /** What they are configured with; several addresses are separated by commas. */
  url: string;
  /** Where the processes listen. */
  addresses: Address[];
  /** Frees the ports that were held for the processes, which start next. */
  release(): Promise<void>;
  /** Lets requests through to the processes. */
  open(): void;
  close(): Promise<void>;
}

/** A free port that only this machine reaches. */
const loopback = { host: "127.0.0.1", port: 0 };

type ServiceEndpoints = Record<Service, Endpoint>;

export interface Endpoints {
  /** To the services' resources; the gateway's is the product's address. */
  resources: ServiceEndpoints;
  /** Where the services call each other. */
  internal: ServiceEndpoints;
}

/**
 * Opens the endpoints of all services before any process starts, so that a taken port is known at once.
 * Several gateways stand behind a load balancer; other services are reached at their own addresses, as in a
 * deployment.
 */
export async function openEndpoints(config: Config, replicas: number): Promise<Endpoints> {
  const gateway = replicas > 1 ? await openBalancedEndpoint(config, replicas) : await openEndpoint(config, 1);
  const open = () => openEndpoint(loopback, replicas);
  return {
    resources: await ofEach((service) => (service === "gateway" ? gateway : open())),
    internal: await ofEach(open),
  };
}

/** Opens an endpoint of each service. */
async function ofEach(open: (service: Service) => Promise<Endpoint> | Endpoint): Promise<ServiceEndpoints> {
  const opened: [Service, Endpoint][] = [];
  for (const service of services) opened.push([service, await open(service)]);
  // One entry per service.
  return Object.fromEntries(opened) as ServiceEndpoints;
}

export const allEndpoints = ({ resources, internal }: Endpoints): Endpoint[] => [
  ...Object.values(resources),
  ...Object.values(internal),
];

type Host = Pick<Config, "host" | "port">;

/** Free ports, held so that no other process takes them before ours start. */
async function holdAddresses({ host, port }: Host, count: number) {
  const listeners: Listener[] = [];
  for (let n = 0; n < count; n++) listeners.push(await openListener(host, port));
  const addresses = listeners.map(({ port }): Address => ({ host, port, url: localUrl(host, port) }));
  const release = async () => void (await Promise.all(listeners.map((listener) => listener.close())));
  return { addresses, release };
}

async function openEndpoint(host: Host, replicas: number): Promise<Endpoint> {
  const { addresses, release } = await holdAddresses(host, replicas);
  return {
    url: addresses.map(({ url }) => url).join(","),
    addresses,
    release,
    open: () => {},
    close: release,
  };
}

/** A load balancer before several processes, which listen on ports of their own. */
async function openBalancedEndpoint({ host, port }: Host, count: number): Promise<Endpoint> {
  const listener = await openListener(host, port);
  const { addresses, release } = await holdAddresses(loopback, count);
  let replicas: Replicas | undefined;
  return {
    url: localUrl(host, listener.port),
    addresses,
    release,
    open() {
      replicas = replicasAt(addresses.map(({ url }) => url));
      listener.open(roundRobin(replicas));
    },
    async close() {
      await Promise.all([listener.close(), release()]);
      replicas?.close();
    },
  };
}
