import { join } from "node:path";
import {
  remoteClient,
  remoteDueWork,
  type TestControlsRpc,
  testControlsContract,
} from "@marketplace/contracts";
import {
  adminTokenOf,
  type ClockKeeper,
  createLab,
  createStates,
  type Engine,
  type Lab,
  type LabOptions,
  type World,
  writeDescription,
} from "@marketplace/sandbox";
import {
  type BackgroundFaults,
  createLogger,
  type DueWork,
  readClockFile,
  systemClock,
  writeClockFile,
} from "@marketplace/server";
import type { Telemetry } from "@marketplace/telemetry";
import type { Config } from "../config.ts";
import type { WorldSettings } from "../worlds/state-settings.ts";
import type { Demo } from "./demo.ts";
import { labDocuments } from "./lab-documents.ts";
import type { OfWorld } from "./services.ts";

/** Whether the sandbox lab is served: as SANDBOX says, else everywhere but in production. */
export const hasLab = ({ sandbox, nodeEnv }: Pick<Config, "sandbox" | "nodeEnv">): boolean =>
  sandbox === undefined ? nodeEnv !== "production" : sandbox === "on";

/** What the embedded Postgres needs for the connections of many worlds. */
export const labDatabase = { max_connections: "500" } as const;

/** The admin token of the lab, for `sandbox.json`. */
export const labAccess = (secret: string) => ({ admin_token: adminTokenOf(secret) });

/** What the data of a product was made from. */
export const originOf = ({ users }: Pick<Demo, "users">): string =>
  Object.keys(users).length > 0 ? "demo" : "empty";

export interface LabParts {
  /** The product's settings. */
  settings: WorldSettings;
  /** The embedded Postgres, for its administrator. */
  adminUrl: string;
  /** What the product holds. */
  demo: Demo;
  telemetry?: Telemetry | undefined;
  /** Keeps the clock of the product. */
  clock: ClockKeeper;
  /** Sends the other processes of the product the faults of their background work. */
  sendBackgroundFaults?: LabOptions["sendBackgroundFaults"];
  /** Closes the product's services, has their state exchanged, and opens them again. */
  restore(exchange: () => Promise<void>): Promise<void>;
}

/** The lab of this process. */
export function openLab(parts: LabParts): Lab {
  const { settings, adminUrl, demo, telemetry, clock, restore, sendBackgroundFaults } = parts;
  const { baseUrl, secret, logLevel, dataDir, signIn } = settings;
  const states = createStates({ adminUrl, dataDir });
  const lab: Lab = createLab({
    adminToken: adminTokenOf(secret),
    baseUrl,
    open: signIn === "picker",
    home: { from: originOf(demo), document: demo, restore },
    states,
    // The services are loaded with the first world: a split gateway needs none before.
    engine: deferredEngine(async () => {
      const { createEngine } = await import("../worlds/engine.ts");
      return createEngine({ adminUrl, states, settings, ofWorld: (world) => ofWorld(lab, world) });
    }),
    log: createLogger("sandbox", logLevel),
    systemClock,
    telemetry,
    clock,
    sendBackgroundFaults,
  });
  return lab;
}

/** An engine that is made at its first use. */
function deferredEngine(make: () => Promise<Engine>): Engine {
  let made: Promise<Engine> | undefined;
  const engine = () => {
    made ??= make();
    return made;
  };
  return {
    open: async (world, key) => (await engine()).open(world, key),
    prepare: async (name) => (await engine()).prepare(name),
    unexported: async () => (await engine()).unexported(),
    adopt: async (key, named) => (await engine()).adopt(key, named),
    fill: async (key, recorded) => (await engine()).fill(key, recorded),
    migrate: async (key) => (await engine()).migrate(key),
    reissue: async (key, document, options) => (await engine()).reissue(key, document, options),
  };
}

/** Keeps a copy of a fresh seed, which nothing uses yet, to make worlds from. */
export async function keepDemo(adminUrl: string, dataDir: string, demo: Demo): Promise<void> {
  const states = createStates({ adminUrl, dataDir });
  await states.drop("demo");
  await states.copy("default", "demo");
  const created_at = systemClock.now().toISOString();
  await writeDescription(states, "demo", { name: "demo", created_at, document: demo });
}

/** Where the clock of `default` is kept, once it was moved. */
export const clockFile = (dataDir: string): string => join(dataDir, "clock.json");

/** Keeps the clock of `default` in a file, and moves those of the other processes with it. */
export const clockKeeper = (
  dataDir: string,
  others: readonly Pick<TestControlsRpc, "setClock">[] = [],
): ClockKeeper => ({
  initial: readClockFile(clockFile(dataDir)),
  async moved(state) {
    // First the file: a process that starts now reads it.
    await writeClockFile(clockFile(dataDir), state);
    const asked = { offset_ms: state.offsetMs, frozen_at: state.frozenAt?.toISOString() ?? null };
    await Promise.all(others.map((service) => service.setClock(asked)));
  },
});

/** What is due takes its time: a notification to a slow receiver, for instance. */
const dueWithinMs = 600_000;

/** Controls the services of a split product: their clocks, due work and faults. */
export function remoteControls(urls: readonly (readonly string[])[], secret: string) {
  const services = urls.map((url) =>
    remoteClient(testControlsContract, { url, secret, timeoutMs: dueWithinMs }),
  );
  return {
    services,
    due: services.map(remoteDueWork) satisfies DueWork[],
    async sendBackgroundFaults({ faults, searchLagMs, forMs }: BackgroundFaults): Promise<void> {
      const body = { faults, search_lag_ms: searchLagMs, for_ms: forMs };
      await Promise.all(services.map((service) => service.setBackgroundFaults(body)));
    },
  };
}

/** What a world gives the services that it is composed of. */
export const ofWorld = (lab: Lab, world: World) =>
  ({
    clock: world.clock,
    aroundSend: (send, queue) => lab.notify(world, send, queue),
    gates: lab.gatesOf(world),
    searchLagMs: () => lab.searchLagOf(world),
    documents: labDocuments,
    offerTokens: (mint) => lab.mintTokensBy(world, mint),
  }) satisfies OfWorld;

const variable = "MARKETPLACE_LAB";

/** What the gateway's process of a split product is told of its lab. */
export type LabOfGateway = Pick<LabParts, "adminUrl" | "demo">;

export const labEnvironment = (lab: LabOfGateway): Record<string, string> => ({
  [variable]: JSON.stringify(lab),
});

/** Reads what labEnvironment wrote. */
export const readLabOfGateway = (env: NodeJS.ProcessEnv): LabOfGateway =>
  JSON.parse(env[variable] ?? "{}") as LabOfGateway;
