import * as catalog from "@marketplace/catalog-service";
import {
  catalogContract,
  flexContract,
  gatewayContract,
  invoicesContract,
  ordersContract,
  questionsContract,
} from "@marketplace/contracts";
import { attachedCaller } from "@marketplace/conventions";
import * as gateway from "@marketplace/edge-gateway";
import * as flex from "@marketplace/flex-service";
import * as invoices from "@marketplace/invoices-service";
import * as orders from "@marketplace/orders-service";
import * as questions from "@marketplace/questions-service";
import { createLogger } from "@marketplace/server";
import type { ProcessTelemetry } from "@marketplace/telemetry";
import { deferredClient } from "./deferred-client.ts";
import { environmentsFor, type SharedSettings } from "./environments.ts";

export type Composition = Awaited<ReturnType<typeof composeServices>>;

/** What a world of the sandbox lab gives its services. */
export interface OfWorld extends Pick<gateway.Parts, "aroundSend" | "clock" | "gates" | "credentialTag"> {
  documents?: gateway.Shown["documents"];
  offerTokens?: gateway.Shown["offerTokens"];
  searchLagMs?: catalog.Parts["searchLagMs"];
  telemetry?: ProcessTelemetry | undefined;
}

/** All services in one process, connected by in-process clients. */
export async function composeServices(settings: SharedSettings, world: OfWorld = {}) {
  const clients = deferredClients();
  const deps = await createAllDeps(settings, clients, world);
  clients.catalog.connect(catalog.catalogRpc(deps.catalog), deps.catalog.telemetry);
  clients.questions.connect(questions.questionsRpc(deps.questions), deps.questions.telemetry);
  clients.invoices.connect(invoices.invoicesRpc(deps.invoices), deps.invoices.telemetry);
  clients.orders.connect(orders.ordersRpc(deps.orders), deps.orders.telemetry);
  clients.flex.connect(flex.flexRpc(deps.flex), deps.flex.telemetry);
  clients.gateway.connect(gateway.gatewayRpc(deps.gateway), deps.gateway.telemetry);
  deps.gateway.responseCache.follow("catalog", deps.catalog.changes);
  const upstreams = {
    catalog: gateway.mounted(catalog.createApp(deps.catalog)),
    questions: gateway.mounted(questions.createApp(deps.questions)),
    invoices: gateway.mounted(invoices.createApp(deps.invoices)),
    orders: gateway.mounted(orders.createApp(deps.orders)),
    flex: gateway.mounted(flex.createApp(deps.flex)),
  };
  return {
    app: gateway.createApp(deps.gateway, upstreams, {
      sandbox: settings.sandbox,
      documents: world.documents,
      offerTokens: world.offerTokens,
    }),
    deps,
    /** In the order in which one makes work for the next. */
    due: [
      flex.dueWorkOf(deps.flex),
      orders.dueWorkOf(deps.orders),
      catalog.dueWorkOf(deps.catalog),
      questions.dueWorkOf(deps.questions),
      invoices.dueWorkOf(deps.invoices),
      gateway.dueWorkOf(deps.gateway),
    ],
    startJobs: () => startJobs(deps),
    async close() {
      for (const part of Object.values(deps).reverse()) await part.close();
    },
  };
}

const deferredClients = () => ({
  gateway: deferredClient(gatewayContract),
  catalog: deferredClient(catalogContract),
  questions: deferredClient(questionsContract),
  invoices: deferredClient(invoicesContract),
  orders: deferredClient(ordersContract),
  flex: deferredClient(flexContract),
});

/** Creates the services' dependencies; each service picks its clients. */
async function createAllDeps(
  settings: SharedSettings,
  clients: ReturnType<typeof deferredClients>,
  { telemetry, clock, gates, aroundSend, credentialTag, searchLagMs }: OfWorld,
) {
  const env = environmentsFor(settings);
  const asks = {
    identity: clients.gateway.client,
    notifications: clients.gateway.client,
    catalog: clients.catalog.client,
    questions: clients.questions.client,
    invoices: clients.invoices.client,
    orders: clients.orders.client,
    flex: clients.flex.client,
  };
  const partsOf = (name: string) => ({
    log: createLogger(name, settings.logLevel),
    authenticate: attachedCaller,
    clients: asks,
    telemetry: telemetry?.of(name),
    ...(clock && { clock }),
    ...(gates && { gates }),
  });
  return {
    catalog: await catalog.createShardedDeps(
      catalog.readConfig(env("catalog")),
      { ...partsOf("catalog-service"), ...(searchLagMs && { searchLagMs }) },
      settings.catalogShards ?? new Map(),
    ),
    questions: await questions.createDeps(
      questions.readConfig(env("questions")),
      partsOf("questions-service"),
    ),
    invoices: await invoices.createDeps(invoices.readConfig(env("invoices")), partsOf("invoices-service")),
    orders: await orders.createDeps(orders.readConfig(env("orders")), partsOf("orders-service")),
    flex: await flex.createDeps(flex.readConfig(env("flex")), partsOf("flex-service")),
    gateway: await gateway.createDeps(gateway.readConfig(env("gateway")), {
      ...partsOf("edge-gateway"),
      aroundSend,
      credentialTag,
    }),
  };
}

async function startJobs(deps: Awaited<ReturnType<typeof createAllDeps>>) {
  const jobs = await Promise.all([
    gateway.startJobs(deps.gateway),
    catalog.startJobs(deps.catalog),
    questions.startJobs(deps.questions),
    invoices.startJobs(deps.invoices),
    orders.startJobs(deps.orders),
    flex.startJobs(deps.flex),
  ]);
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
