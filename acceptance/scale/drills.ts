import type { Fault } from "../faults/faults.ts";
import { becomesTrue } from "../faults/settle.ts";
import type { Cluster } from "./cluster.ts";
import type { Machine } from "./machines.ts";

/** What is taken away from the machine of the primary. */
export type Drill = Fault & { heal(): Promise<void> };

const names = {
  kill: "kill -9 of the primary's machine",
  network: "network of the primary cut",
  disk: "disk of the primary full",
};
export const drillNames: readonly string[] = Object.values(names);

/** The machine loses its power: etcd, Patroni and Postgres with its sessions are killed, and start later. */
export const powerLoss = (cluster: Cluster): Drill =>
  drill(cluster, names.kill, {
    inject: (machine) => machine.kill(),
    heal: (machine) => cluster.boot(machine),
  });

/** The machine's network is cut: everything on it runs on, and must not take writes. */
export const partition = (cluster: Cluster): Drill =>
  drill(cluster, names.network, {
    inject: (machine) => machine.cut(),
    heal: (machine) => machine.mend(),
  });

/** The disk of the database has no byte left, also where Postgres gives some back. */
export function fullDisk(cluster: Cluster): Drill {
  let refilling: NodeJS.Timeout;
  return drill(cluster, names.disk, {
    inject(machine) {
      machine.dataDisk.fill();
      refilling = setInterval(machine.dataDisk.fill, 100);
    },
    heal(machine) {
      clearInterval(refilling);
      machine.dataDisk.free();
    },
  });
}

interface MachineFault {
  inject(machine: Machine): Promise<void> | void;
  heal(machine: Machine): Promise<void> | void;
}

function drill(cluster: Cluster, name: string, { inject, heal }: MachineFault): Drill {
  let former: Machine | undefined;
  return {
    name,
    unready: [],
    failsRequests: true,
    async inject() {
      await cluster.whole();
      former = await cluster.primary();
      if (!former) throw new Error("there is no primary to take away");
      await inject(former);
    },
    async heal() {
      if (!former) return;
      const successor = async () => {
        const now = await cluster.primary();
        return now !== undefined && now !== former;
      };
      // The machine stays away until another one has taken over.
      const tookOver = await becomesTrue(successor, 60_000);
      await heal(former);
      if (!tookOver) throw new Error(`${name}: nobody took over`);
    },
    recovered: async () => Boolean((await cluster.primary()) && (await cluster.synchronous())),
  };
}
