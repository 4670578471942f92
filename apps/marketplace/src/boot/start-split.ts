import { rm } from "node:fs/promises";
import type { Config } from "../config.ts";
import { type ChildService, freePort, launchService } from "./child-services.ts";
import { prepareDataDir } from "./data-dir.ts";
import { environmentsFor, type Surroundings } from "./environments.ts";
import { addressOf, openFront } from "./front.ts";
import {
  announce,
  type Circumstances,
  demoOf,
  openDatabases,
  type Running,
  runFile,
  surroundingsOf,
} from "./start.ts";

const apps = {
  catalog: "catalog-service",
  questions: "questions-service",
  invoices: "invoices-service",
  flex: "flex-service",
  gateway: "edge-gateway",
} as const;
type Name = keyof typeof apps;
// The gateway last: it is the only one that clients know.
const names = ["catalog", "questions", "invoices", "flex", "gateway"] as const;

/** Starts the same product as five processes over loopback, on the same embedded Postgres. */
export async function startSplit(config: Config, circumstances: Circumstances): Promise<Running> {
  await prepareDataDir(config.dataDir);
  const port = await reservedPort(config);
  const baseUrl = addressOf(config.host, port);
  const postgres = await openDatabases(config, circumstances);
  const children: ChildService[] = [];
  const stop = async () => {
    // Clients' door first, so that no service goes while the gateway still asks it.
    for (const child of [...children].reverse()) await child.stop();
    await rm(runFile(config.dataDir), { force: true });
    await postgres.stop();
  };
  try {
    const surroundings = await surroundingsOf(config, postgres, baseUrl);
    const demo = await demoOf({ config, baseUrl, postgres, circumstances });
    await circumstances.progress.step("Services", () => launchAll(surroundings, { config, port, children }));
    return { baseUrl, banner: await announce({ config, baseUrl, demo, postgres }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Takes the address for a moment: a taken port is known before anything else is started. */
async function reservedPort({ host, port }: Config): Promise<number> {
  const front = await openFront(host, port);
  await front.close();
  return front.port;
}

interface Launches {
  config: Config;
  port: number;
  children: ChildService[];
}

async function launchAll(surroundings: Surroundings, { config, port, children }: Launches): Promise<void> {
  const ports = { gateway: port } as Record<Name, number>;
  for (const name of names) ports[name] ??= await freePort();
  const addresses = Object.fromEntries(
    names.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports[name]}`]),
  );
  const environments = environmentsFor(surroundings);
  for (const name of names) {
    const host = name === "gateway" ? config.host : "127.0.0.1";
    const env = { ...environments(name), ...addresses, PORT: String(ports[name]), HOST: host };
    children.push(launchService({ app: apps[name], url: addressOf(host, ports[name]), env }));
  }
  await Promise.all(children.map((child) => child.ready()));
}
