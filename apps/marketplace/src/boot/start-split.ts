import type { ChildProcess } from "node:child_process";
import { type Service, services } from "@marketplace/database";
import { createStates, type StatesOptions } from "@marketplace/sandbox";
import { createLogger } from "@marketplace/server";
import type { Config } from "../config.ts";
import { bundleOf, type ChildService, gatewayWithLab, superviseService } from "./child-services.ts";
import { openDataDir } from "./data-dir.ts";
import { type Address, allEndpoints, type Endpoints, openEndpoints } from "./endpoints.ts";
import { environmentsFor, type SharedSettings } from "./environments.ts";
import { assertFilesPresent } from "./files.ts";
import { clockFile, hasLab, type LabOfGateway, labEnvironment } from "./lab.ts";
import { lookEveryMs } from "./replicas.ts";
import { listenForRestarts } from "./restart-services.ts";
import { openRunFile } from "./run-file.ts";
import { sandboxOf, signInOf } from "./sign-in.ts";
import {
  announce,
  demoOf,
  openDatabases,
  type Running,
  type StartOptions,
  sharedSettingsOf,
} from "./start.ts";

/** The app of a service, a folder in apps/. */
const appOf = (service: Service): string => (service === "gateway" ? "edge-gateway" : `${service}-service`);

/** Starts the services as processes over loopback on one Postgres; several gateways behind a balancer. */
export async function startSplit(config: Config, options: StartOptions, replicas = 1): Promise<Running> {
  await openDataDir(config.dataDir);
  const endpoints = await openEndpoints(config, replicas);
  const { url: baseUrl, close: closeOutside } = endpoints.resources.gateway;
  const children: ChildService[] = [];
  const postgres = await openDatabases(config, options).catch(async (error) => {
    await closeAll(endpoints);
    throw error;
  });
  const runFile = openRunFile(config.dataDir, () => ({
    admin_url: postgres.url("postgres"),
    services: children.map(({ name, url, pid }) => ({ name, url, pid })),
  }));
  const log = createLogger("marketplace", config.logLevel);
  const replaced = () =>
    void runFile
      .write()
      .catch((err: unknown) => log.warn({ err }, "run.json could not be brought up to date"));
  const stop = async () => {
    // The public endpoint first: the gateway must not lose a service that it still calls.
    await closeOutside();
    const gateways = children.filter(({ name }) => name === appOf("gateway"));
    await Promise.all(gateways.map((child) => child.stop()));
    await Promise.all(children.map((child) => child.stop()));
    await closeAll(endpoints);
    await runFile.remove();
    await postgres.stop();
  };
  try {
    const settings = await sharedSettingsOf(config, postgres, baseUrl);
    const demo = await demoOf({ config, baseUrl, postgres, options });
    await assertFilesPresent(settings);
    const ways = { signIn: signInOf(config, demo), sandbox: sandboxOf(config, demo) };
    // Worlds live in the process of one gateway.
    const lab = hasLab(config) && replicas === 1 ? { demo, adminUrl: postgres.url("postgres") } : undefined;
    await options.progress.step("Services", () =>
      launchAll({ ...settings, ...ways }, { endpoints, children, replaced, lab }),
    );
    const failed = Promise.race([postgres.lost, ...children.map(({ lost }) => lost)]);
    return { baseUrl, banner: await announce({ config, baseUrl, demo, runFile, settings }), failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const closeAll = async (endpoints: Endpoints): Promise<void> => {
  await Promise.all(allEndpoints(endpoints).map((endpoint) => endpoint.close()));
};

interface Launches {
  endpoints: Endpoints;
  children: ChildService[];
  /** Called when a process has been restarted. */
  replaced(): void;
  /** What the gateway's process is told of its sandbox lab. */
  lab: LabOfGateway | undefined;
}

async function launchAll(
  settings: SharedSettings,
  { endpoints, children, replaced, lab }: Launches,
): Promise<void> {
  const { dataDir } = settings;
  const environments = environmentsFor(settings);
  const log = createLogger("marketplace", settings.logLevel);
  const processes = processesBehind(endpoints);
  const shared = {
    ...addressesOf(endpoints),
    // Services follow the clock of the lab, which the gateway's process has.
    ...(lab && { CLOCK_FILE: clockFile(dataDir) }),
    ...(processes.length > services.length && besideOthers(processes.length)),
  };
  await Promise.all(allEndpoints(endpoints).map((endpoint) => endpoint.release()));
  for (const { name, first, resources, internal } of processes) {
    const env: NodeJS.ProcessEnv = {
      ...environments(name),
      ...shared,
      HOST: resources.host,
      PORT: String(resources.port),
      INTERNAL_HOST: internal.host,
      INTERNAL_PORT: String(internal.port),
    };
    // Replicas cannot share a metrics port: only the first gateway has it.
    if (name === "gateway" && !first) delete env.METRICS_PORT;
    // Nor a snapshot of the search index: the others build theirs at each start.
    if (!first) delete env.SEARCH_INDEX_DIR;
    const app = appOf(name);
    const hasWorlds = name === "gateway" && lab;
    const start = hasWorlds ? withLab(env, lab, children) : bundleOf(app, env);
    const prepare = hasWorlds ? () => endReset({ adminUrl: lab.adminUrl, dataDir }, children) : undefined;
    children.push(superviseService({ name: app, url: resources.url, start, prepare, log, replaced }));
  }
  for (const endpoint of allEndpoints(endpoints)) endpoint.open();
  await Promise.all(children.map((child) => child.ready()));
}

/** Starts the gateway with the lab around it, which has the other services restarted after a reset. */
function withLab(env: NodeJS.ProcessEnv, lab: LabOfGateway, children: ChildService[]): () => ChildProcess {
  const start = gatewayWithLab({ ...env, ...labEnvironment(lab) });
  return () => {
    const gateway = start();
    listenForRestarts(gateway, () => besideGateway(children));
    return gateway;
  };
}

const besideGateway = (children: readonly ChildService[]): ChildService[] =>
  children.filter(({ name }) => name !== appOf("gateway"));

/** Ends a reset during which the gateway's process ended; the services then have their state from it. */
async function endReset(parts: StatesOptions, children: readonly ChildService[]): Promise<void> {
  const wasCutShort = await createStates(parts).finishPromotion();
  // Not waited for: a service that does not become ready is supervised all the same.
  if (wasCutShort) void Promise.allSettled(besideGateway(children).map((service) => service.restart()));
}

/** The services' URLs as environment variables. */
const addressesOf = ({ resources, internal }: Endpoints): Record<string, string> =>
  Object.fromEntries(
    services.flatMap((name) => [
      [`${name.toUpperCase()}_URL`, resources[name].url],
      [`${name.toUpperCase()}_INTERNAL_URL`, internal[name].url],
    ]),
  );

interface ProcessBehind {
  name: Service;
  /** Whether it is the first replica. */
  first: boolean;
  resources: Address;
  internal: Address;
}

function processesBehind({ resources, internal }: Endpoints): ProcessBehind[] {
  return services.flatMap((name) =>
    resources[name].addresses.flatMap((address, index) => {
      const inside = internal[name].addresses[index];
      return inside ? [{ name, first: index === 0, resources: address, internal: inside }] : [];
    }),
  );
}

/** Connections for all pools together, of the embedded server's hundred; queues and LISTEN use the rest. */
const pooledConnections = 70;

/**
 * Replicas share the connections, and delay their shutdown until the balancer has noticed it. They are ready
 * once their search index is built, however slow the machine is: another replica answers meanwhile.
 */
function besideOthers(processes: number): NodeJS.ProcessEnv {
  const { DATABASE_POOL_SIZE, SEARCH_START_WAIT_SECONDS, SHUTDOWN_DELAY_MS } = process.env;
  return {
    SEARCH_START_WAIT_SECONDS: SEARCH_START_WAIT_SECONDS || "60",
    DATABASE_POOL_SIZE: DATABASE_POOL_SIZE || String(Math.floor(pooledConnections / processes)),
    SHUTDOWN_DELAY_MS: SHUTDOWN_DELAY_MS || String(4 * lookEveryMs),
  };
}
