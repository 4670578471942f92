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
  /** Where clients, or the other services, ask for the service. */
  url: string;
  /** Where its processes listen: at the door itself when there is one only. */
  places: Place[];
  /** Leads requests to the processes. */
  open(): void;
  close(): Promise<void>;
}

/** Any address that only this machine reaches. */
const inside = { host: "127.0.0.1", port: 0 };

export type Doors = Record<ServiceName, Door>;

/** The doors of all services; the gateway's is the product's address. A taken port is known before anything is started. */
export async function openDoors(config: Config, replicas: number): Promise<Doors> {
  const door = replicas > 1 ? sharedDoor(replicas) : ownDoor;
  return {
    gateway: await door(config),
    catalog: await door(inside),
    questions: await door(inside),
    invoices: await door(inside),
    flex: await door(inside),
  };
}

type Address = Pick<Config, "host" | "port">;

/** Where a process is going to listen: taken for a moment, to know that it is free. */
async function freePlace({ host, port }: Address): Promise<Place> {
  const front = await openFront(host, port);
  await front.close();
  return { host, port: front.port, url: addressOf(host, front.port) };
}

/** The process's own address. */
async function ownDoor(address: Address): Promise<Door> {
  const place = await freePlace(address);
  return { url: place.url, places: [place], open: () => {}, close: async () => {} };
}

/** A front before several processes, which listen on ports of their own. */
function sharedDoor(replicas: number) {
  return async ({ host, port }: Address): Promise<Door> => {
    const front: Front = await openFront(host, port);
    const places: Place[] = [];
    for (let n = 0; n < replicas; n++) places.push(await freePlace(inside));
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
  };
}
