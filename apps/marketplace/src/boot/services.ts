import * as catalog from "@marketplace/catalog-service";
import {
  catalogContract,
  flexContract,
  gatewayContract,
  invoicesContract,
  questionsContract,
} from "@marketplace/contracts";
import { createLogger, vouchedCaller } from "@marketplace/conventions";
import { databaseName, type Service } from "@marketplace/database";
import * as gateway from "@marketplace/edge-gateway";
import * as flex from "@marketplace/flex-service";
import * as invoices from "@marketplace/invoices-service";
import * as questions from "@marketplace/questions-service";
import { deferredClient } from "./deferred-client.ts";

/** What the five services share when they live in one process. */
export interface Surroundings {
  /** Address of a database on the embedded Postgres. */
  databaseUrl: (name: string) => string;
  baseUrl: string;
  dataDir: string;
  secret: string;
  jsonp: "on" | "off";
  logLevel: string;
}

/** The five services, wired to each other without a socket between them. */
export async function composeServices(surroundings: Surroundings) {
  const env = environmentsFor(surroundings);
  const clients = {
    gateway: deferredClient(gatewayContract),
    catalog: deferredClient(catalogContract),
    questions: deferredClient(questionsContract),
    invoices: deferredClient(invoicesContract),
    flex: deferredClient(flexContract),
  };
  const asks = {
    identity: clients.gateway.client,
    notifications: clients.gateway.client,
    catalog: clients.catalog.client,
    questions: clients.questions.client,
    invoices: clients.invoices.client,
    flex: clients.flex.client,
  };
  const partsOf = (name: string) => ({
    log: createLogger(name, surroundings.logLevel),
    authenticate: vouchedCaller,
    clients: asks,
  });

  const deps = {
    catalog: await catalog.createDeps(catalog.readConfig(env("catalog")), partsOf("catalog-service")),
    questions: await questions.createDeps(
      questions.readConfig(env("questions")),
      partsOf("questions-service"),
    ),
    invoices: await invoices.createDeps(invoices.readConfig(env("invoices")), partsOf("invoices-service")),
    flex: await flex.createDeps(flex.readConfig(env("flex")), partsOf("flex-service")),
    gateway: await gateway.createDeps(gateway.readConfig(env("gateway")), partsOf("edge-gateway")),
  };
  clients.catalog.connect(catalog.catalogRpc(deps.catalog));
  clients.questions.connect(questions.questionsRpc(deps.questions));
  clients.invoices.connect(invoices.invoicesRpc(deps.invoices));
  clients.flex.connect(flex.flexRpc(deps.flex));
  clients.gateway.connect(gateway.gatewayRpc(deps.gateway));

  const app = gateway.createApp(deps.gateway, {
    catalog: gateway.mounted(catalog.createApp(deps.catalog)),
    questions: gateway.mounted(questions.createApp(deps.questions)),
    invoices: gateway.mounted(invoices.createApp(deps.invoices)),
    flex: gateway.mounted(flex.createApp(deps.flex)),
  });
  return {
    app,
    deps,
    startJobs: () => startJobs(deps),
    close: () => closeAll(Object.values(deps).reverse()),
  };
}

export type Composition = Awaited<ReturnType<typeof composeServices>>;

async function startJobs(deps: Composition["deps"]): Promise<{ stop(): Promise<void> }> {
  const jobs = await Promise.all([
    gateway.startJobs(deps.gateway),
    catalog.startJobs(deps.catalog),
    questions.startJobs(deps.questions),
    invoices.startJobs(deps.invoices),
    flex.startJobs(deps.flex),
  ]);
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

async function closeAll(parts: readonly { close(): Promise<void> }[]): Promise<void> {
  for (const part of parts) await part.close();
}

/** Each service is configured by an environment, as it would be in a process of its own. */
function environmentsFor({ databaseUrl, baseUrl, dataDir, secret, jsonp, logLevel }: Surroundings) {
  return (service: Service): Record<string, string> => ({
    DATABASE_URL: databaseUrl(databaseName(service)),
    INTERNAL_SECRET: secret,
    PUBLIC_URL: baseUrl,
    DATA_DIR: dataDir,
    JSONP: jsonp,
    LOG_LEVEL: logLevel,
    // The sandbox delivers to the developer's own machine.
    ALLOW_PRIVATE_CALLBACKS: "true",
  });
}
