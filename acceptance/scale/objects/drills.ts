import { type Ceph, type Gateway, startGateway } from "./ceph.ts";
import type { Daemon } from "./daemon.ts";

/** What is taken away from the object store, and comes back. */
export interface ObjectDrill {
  name: string;
  /** Whether files are taken and given while it lasts; else every request for one is refused. */
  serves: boolean;
  /** Whether copies are missing while it lasts. */
  lacksCopies: boolean;
  inject(): Promise<void>;
  heal(): Promise<void>;
}

type Make = (ceph: Ceph) => Omit<ObjectDrill, "name">;

// Each gateway and each server is taken away once, so that it shows when one of them was never used.
const drills: Readonly<Record<string, Make>> = {
  "object store: a gateway is gone": ({ gateways: [a] }) => ({
    serves: true,
    lacksCopies: false,
    inject: () => a.kill(),
    heal: () => startGateway(a),
  }),
  "object store: a server is gone": ({ servers: [first] }) => ({
    serves: true,
    lacksCopies: true,
    inject: () => first.kill(),
    heal: async () => first.start(),
  }),
  "object store: a gateway and a server are gone": ({ gateways: [, b], servers: [, second] }) => ({
    serves: true,
    lacksCopies: true,
    ...bothAtOnce(b, second),
  }),
  "object store: a server hangs": ({ servers: [, , third] }) => ({
    serves: true,
    lacksCopies: true,
    inject: async () => third.pause(),
    heal: async () => third.resume(),
  }),
  "object store: two servers of three are gone": ({ servers: [first, second] }) => ({
    serves: false,
    lacksCopies: true,
    async inject() {
      await Promise.all([first.kill(), second.kill()]);
    },
    async heal() {
      first.start();
      second.start();
    },
  }),
};

function bothAtOnce(gateway: Gateway, server: Daemon): Pick<ObjectDrill, "inject" | "heal"> {
  return {
    async inject() {
      await Promise.all([gateway.kill(), server.kill()]);
    },
    async heal() {
      server.start();
      await startGateway(gateway);
    },
  };
}

export const drillNames: readonly string[] = Object.keys(drills);

export function objectDrill(name: string, ceph: Ceph): ObjectDrill {
  const make = drills[name];
  if (!make) throw new Error(`no drill is called ${name}`);
  return { name, ...make(ceph) };
}
