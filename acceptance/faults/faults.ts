import { serviceNames, servicesOf } from "../product/processes.ts";
import type { Ailment, ObjectStore } from "./object-store.ts";
import { freezePostgres, postgresServer, signalAll } from "./postgres.ts";
import type { Receiver } from "./receiver.ts";
import { becomesTrue } from "./settle.ts";
import type { SmallDisk } from "./small-disk.ts";

/** Something that breaks. */
export interface Fault {
  name: string;
  /** Services that must not call themselves ready while it lasts. */
  unready: readonly string[];
  inject(): Promise<void> | void;
  /** Ends it. A fault without this mends itself: see `mended`. */
  heal?(): Promise<void> | void;
  /** Whether the product has mended it. */
  mended?(): Promise<boolean> | boolean;
  /** How long it lasts, in milliseconds, where the run may not choose freely. */
  lasts?(chosenMs: number): number;
  /** Whether it must make a request fail: one that nobody meets shows nothing. */
  felt?: boolean;
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
    mended: () => pid() !== killed,
  };
}

/** To kill process 0 would be to kill whoever asks for it. */
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
    mended: async () => ![0, killed].includes(await pid()),
  };
}

/** Postgres stands still, with all its sessions: connections stand, nothing answers. */
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

/** The object store is away, or ill. What answers is no reason not to be ready. */
export function ailObjectStore(store: ObjectStore, ailment: Ailment): Fault {
  const silent = ailment === "down" || ailment === "hanging";
  const felt = ailment === "down" || ailment === "truncating";
  return {
    name: `object store ${ailment}`,
    unready: silent ? ["invoices-service"] : [],
    felt,
    inject: () => store.suffer(ailment),
    heal: () => store.suffer(undefined),
  };
}

/** The receiver of notifications is away for less than the second attempt waits: the later ones come after minutes. */
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
    felt: true,
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

/** Every process of every service is told to stop, one after the other; its successor is ready before the next one goes. */
export const rollingRestart = (dataDir: string): Fault => ({
  name: "rolling restart",
  unready: [],
  flawless: true,
  mended: () => true,
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
