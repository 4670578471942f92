import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { longTimeouts } from "../faults/trial.ts";
import { serviceNames } from "../product/processes.ts";
import { freePort } from "../product/product.ts";
import { readSandbox, type Sandbox } from "../product/sandbox.ts";
import { adminPassword, rewindUser } from "./cluster.ts";
import type { ClusterProxy } from "./proxy.ts";

/** The six services, which nobody starts again. */
export interface Services {
  baseUrl: string;
  sandbox: Sandbox;
  /** Holds the file store and a `run.json` as the start command writes it. */
  dataDir: string;
  /** The services that have ended. */
  ended(): string[];
  /** How many reads of questions a standby has answered. */
  replicaReads(): Promise<number>;
  stop(): Promise<void>;
}

const apps = fileURLToPath(new URL("../../apps/", import.meta.url));
const shortOf = (name: string) => name.replace("edge-", "").replace("-service", "");
const upper = (name: string) => shortOf(name).toUpperCase();
const password = "service-of-a-drill";

/** Migrates and seeds the databases behind the proxy, and starts the services on them. */
export async function startServices(proxy: ClusterProxy, dir: string): Promise<Services> {
  const dataDir = join(dir, "product");
  const sandboxFile = join(dir, "sandbox.json");
  const common = {
    ...process.env,
    ...longTimeouts,
    INTERNAL_SECRET: crypto.randomUUID(),
    OBJECT_STORE: "file",
    DATA_DIR: dataDir,
    LOG_LEVEL: "warn",
    ALLOW_PRIVATE_CALLBACKS: "true",
    // Where users may be made for tests.
    SIGN_IN: "picker",
  };
  await prepare(common, { port: proxy.primaryPort, sandboxFile });

  // Only now: the demo's data take minutes, in which others could take a free port.
  const ports = new Map<string, { open: number; internal: number }>();
  for (const name of serviceNames) ports.set(name, { open: await freePort(), internal: await freePort() });
  const urlOf = (name: string, which: "open" | "internal") => `http://127.0.0.1:${ports.get(name)?.[which]}`;
  const baseUrl = urlOf("edge-gateway", "open");
  const shared = { ...common, PUBLIC_URL: baseUrl };
  const addresses = serviceNames.flatMap((name) => [
    [`${upper(name)}_URL`, urlOf(name, "open")],
    [`${upper(name)}_INTERNAL_URL`, urlOf(name, "internal")],
  ]);
  const children = new Map<string, ChildProcess>();
  const log = openSync(join(dir, "services.log"), "a");
  for (const name of serviceNames) {
    const database = `marketplace_${shortOf(name)}`;
    const at = (port: number) => `postgresql://${database}:${password}@127.0.0.1:${port}/${database}`;
    const env = {
      ...shared,
      ...Object.fromEntries(addresses),
      DATABASE_URL: at(proxy.primaryPort),
      DATABASE_READ_URL: ["catalog", "questions"].includes(shortOf(name)) ? at(proxy.replicaPort) : "",
      HOST: "127.0.0.1",
      PORT: String(ports.get(name)?.open),
      INTERNAL_PORT: String(ports.get(name)?.internal),
    };
    const program = join(apps, name, "dist/main.js");
    children.set(
      name,
      spawn(process.execPath, [program], { env, stdio: ["ignore", log, log], detached: true }),
    );
  }
  closeSync(log);
  const services = [...children].map(([name, { pid }]) => ({ name, url: urlOf(name, "open"), pid }));
  writeFileSync(join(dataDir, "run.json"), JSON.stringify({ services }));
  const isOver = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
  return {
    baseUrl,
    dataDir,
    sandbox: await readSandbox(sandboxFile),
    ended: () => [...children].filter(([, child]) => isOver(child)).map(([name]) => name),
    async replicaReads() {
      const text = await fetch(`${urlOf("questions-service", "open")}/metrics`).then((answer) =>
        answer.text(),
      );
      const lines = text.matchAll(/^db_replica_reads_total\{[^}]*went="replica"[^}]*\} (\S+)$/gm);
      return [...lines].reduce((sum, [, value]) => sum + Number(value), 0);
    },
    async stop() {
      const open = [...children.values()].filter((child) => !isOver(child));
      const ending = open.map((child) => once(child, "exit"));
      for (const child of open) child.kill("SIGTERM");
      await Promise.all(ending);
    },
  };
}

/** What the deployment's migration job and the profile `demo` do. */
async function prepare(
  common: NodeJS.ProcessEnv,
  { port, sandboxFile }: { port: number; sandboxFile: string },
) {
  const passwords = serviceNames.map((name) => [`${upper(name)}_DATABASE_PASSWORD`, password]);
  const env = {
    ...common,
    ...Object.fromEntries(passwords),
    DATABASE_ADMIN_URL: `postgresql://postgres:${adminPassword}@127.0.0.1:${port}/postgres`,
  };
  const run = (program: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, [join(apps, "marketplace/dist", program), ...words], { env });
  await run("migrate.js");
  // The migrations leave nobody else a way into the database that pg_rewind connects to (docs/deploy.md).
  const grant = `GRANT CONNECT ON DATABASE postgres TO ${rewindUser}`;
  await promisify(execFile)("psql", [env.DATABASE_ADMIN_URL, "--command", grant]);
  // The drills ask the gateway by an address that is not chosen yet.
  const address = ["--base-url", "http://127.0.0.1"];
  await run("cli.js", "seed", "demo", "--once", "--output", sandboxFile, ...address);
}
