import type { Config } from "../config.ts";
import { addressOf, type Front, openFront } from "./front.ts";
import { type Replicas, replicasAt } from "./replicas.ts";
import { roundRobin } from "./round-robin.ts";

// The gateway last: it is the only one that clients know.
export const serviceNames = ["catalog", "questions", "invoices", "flex", "gateway"] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Where a process listens. */
export interface Place {
  host: string;
  port: number;
  url: string;
}

/** How the processes of a service are found. */
export interface Door {
  /** Where clients, or the other services, ask for the service; several addresses have commas between them. */
  url: string;
  /** Where its processes listen: at the door itself, unless there is a front before them. */
  places: Place[];
  /** Lets a front lead requests to the processes. */
  open(): void;
  close(): Promise<void>;
}

/** Any address that only this machine reaches. */
const inside = { host: "127.0.0.1", port: 0 };

type DoorOfEach = Record<ServiceName, Door>;

export interface Doors {
  /** To the services' resources; the gateway's is the product's address. */
  resources: DoorOfEach;
  /** Where the services call each other. */
  internal: DoorOfEach;
}

/**
 * The doors of all services. A taken port is known before anything is started. Clients come through a front before several
 * gateways; services find each other's processes by their addresses, and spread over them as they do in a deployment.
 */
export async function openDoors(config: Config, replicas: number): Promise<Doors> {
  const behindFront = replicas > 1;
  return {
    resources: {
      ...(await openInside(replicas)),
      gateway: behindFront ? await frontDoor(config, replicas) : await openDoor(config, 1),
    },
    internal: { ...(await openInside(replicas)), gateway: await openDoor(inside, replicas) },
  };
}

const openInside = async (replicas: number): Promise<Omit<DoorOfEach, "gateway">> => ({
  catalog: await openDoor(inside, replicas),
  questions: await openDoor(inside, replicas),
  invoices: await openDoor(inside, replicas),
  flex: await openDoor(inside, replicas),
});

/** Every door of every service. */
export const allDoors = ({ resources, internal }: Doors): Door[] => [
  ...Object.values(resources),
  ...Object.values(internal),
];

type Address = Pick<Config, "host" | "port">;

/** Where a process is going to listen: taken for a moment, to know that it is free. */
async function freePlace({ host, port }: Address): Promise<Place> {
  const front = await openFront(host, port);
  await front.close();
  return { host, port: front.port, url: addressOf(host, front.port) };
}

async function freePlaces(address: Address, count: number): Promise<Place[]> {
  const places: Place[] = [];
  for (let n = 0; n < count; n++) places.push(await freePlace(address));
  return places;
}

/** The processes' own addresses, all of them. */
async function openDoor(address: Address, replicas: number): Promise<Door> {
  const places = await freePlaces(address, replicas);
  return { url: places.map(({ url }) => url).join(","), places, open: () => {}, close: async () => {} };
}

/** A front before several processes, which listen on ports of their own. */
async function frontDoor({ host, port }: Address, replicas: number): Promise<Door> {
  const front: Front = await openFront(host, port);
  const places = await freePlaces(inside, replicas);
  let watched: Replicas | undefined;
  return {
    url: addressOf(host, front.port),
    places,
    open() {
      watched = replicasAt(places.map(({ url }) => url));
      front.open(roundRobin(watched));
    },
    async close() {
      await front.close();
      watched?.close();
    },
  };
}
