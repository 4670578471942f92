import { serviceNames, servicesOf } from "../product/processes.ts";
import type { ObjectStore, StoreFault } from "./object-store.ts";
import { freezePostgres, postgresServer, signalAll } from "./postgres.ts";
import type { Receiver } from "./receiver.ts";
import { becomesTrue } from "./settle.ts";
import type { SmallDisk } from "./small-disk.ts";

/** A fault that is injected. */
export interface Fault {
  name: string;
  /** Services that must not be ready while it lasts. */
  unready: readonly string[];
  inject(): Promise<void> | void;
  /** Ends the fault. A fault without this ends by itself: see `recovered`. */
  heal?(): Promise<void> | void;
  /** Whether the product has recovered from it. */
  recovered?(): Promise<boolean> | boolean;
  /** Its duration in milliseconds, when it is fixed. */
  lasts?(chosenMs: number): number;
  /** Whether a request must fail because of it. A fault that no request meets proves nothing. */
  failsRequests?: boolean;
  /** Whether no request may fail. */
  flawless?: boolean;
}

/** `kill -9` of a service. */
export function killService(dataDir: string, name: string): Fault {
  let killed = 0;
  const pid = () => servicesOf(dataDir).find((one) => one.name === name)?.pid;
  return {
    name: `kill -9 of ${name}`,
    unready: [],
    inject() {
      killed = pid() ?? absent(name);
      process.kill(killed, "SIGKILL");
    },
    recovered: () => pid() !== killed,
  };
}

/** Process id 0 would address the group of the caller. */
function absent(name: string): never {
  throw new Error(`no ${name} runs`);
}

/** `kill -9` of Postgres: the server, not one of its sessions. */
export function killPostgres(dataDir: string): Fault {
  let killed = 0;
  const pid = () => postgresServer(dataDir).catch(() => 0);
  return {
    name: "kill -9 of Postgres",
    unready: [],
    async inject() {
      killed = await postgresServer(dataDir);
      process.kill(killed, "SIGKILL");
    },
    recovered: async () => ![0, killed].includes(await pid()),
  };
}

/** Stops Postgres with all its sessions by SIGSTOP: connections stay open, nothing answers. */
export function stopPostgres(dataDir: string): Fault {
  let stopped: number[] = [];
  return {
    name: "Postgres stopped",
    unready: serviceNames,
    lasts: (chosenMs) => Math.max(chosenMs, 10_000),
    async inject() {
      stopped = await freezePostgres(dataDir);
    },
    heal: () => signalAll(stopped, "SIGCONT"),
  };
}

/** The object store is down, slow or failing. Readiness does not depend on it. */
export function objectStoreFault(store: ObjectStore, fault: StoreFault): Fault {
  const silent = fault === "down" || fault === "hanging";
  const failsRequests = fault === "down" || fault === "truncating";
  return {
    name: `object store ${fault}`,
    unready: silent ? ["invoices-service"] : [],
    failsRequests,
    inject: () => store.inject(fault),
    heal: () => store.inject(undefined),
  };
}

/**
 * The receiver of notifications is down for less than the delay of the second attempt. Later attempts come
 * after minutes.
 */
export const receiverDown = (receiver: Receiver): Fault => ({
  name: "receiver of notifications down",
  unready: [],
  lasts: () => 3_000,
  inject: () => receiver.goDown(),
  heal: () => receiver.comeBack(),
});

/** The file store has no byte left, also where sweeps give some back. */
export function diskFull(disk: SmallDisk): Fault {
  let refilling: NodeJS.Timeout;
  return {
    name: "disk full",
    unready: [],
    failsRequests: true,
    inject() {
      disk.fill();
      refilling = setInterval(disk.fill, 50);
    },
    heal() {
      clearInterval(refilling);
      disk.free();
    },
  };
}

/** Restarts every process of every service in turn; the successor is ready before the next one stops. */
export const rollingRestart = (dataDir: string): Fault => ({
  name: "rolling restart",
  unready: [],
  flawless: true,
  recovered: () => true,
  async inject() {
    for (const { pid } of servicesOf(dataDir)) {
      process.kill(pid, "SIGTERM");
      const replaced = () => !servicesOf(dataDir).some((one) => one.pid === pid);
      if (!(await becomesTrue(async () => replaced() && (await allReady(dataDir)))))
        throw new Error(`process ${pid} has no successor`);
    }
  },
});

/** Whether every process of the services calls itself ready. */
export async function allReady(dataDir: string): Promise<boolean> {
  const answers = servicesOf(dataDir).map(({ url }) =>
    fetch(`${url}/readyz`).then(
      (one) => one.ok,
      () => false,
    ),
  );
  return (await Promise.all(answers)).every(Boolean);
}
