import type { RequestListener } from "node:http";
import { attachedCaller } from "@marketplace/conventions";
import { missingSchema } from "@marketplace/database";
import {
  createLogger,
  type DueWork,
  type Logger,
  readLimits,
  runMain,
  runProcess,
  serveMetrics,
  stopAtOnce,
  untilComplete,
} from "@marketplace/server";
import { startTelemetry, type Telemetry } from "@marketplace/telemetry";
import { createApp, createInternalApp, type Shown } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { createDeps, type Parts } from "./deps.ts";
import { dueWorkOf } from "./due.service.ts";
import { readSandbox } from "./front-page/sandbox.schema.ts";
import { startJobs } from "./jobs.ts";
import { serviceClients } from "./service-clients.service.ts";

/** What a process that is more than the gateway adds to it. */
export interface Surroundings {
  parts?: Pick<Parts, "aroundSend" | "clock" | "gates">;
  shown?: Pick<Shown, "documents" | "offerTokens">;
  /** Takes the requests in front of the gateway's application. */
  around?(app: RequestListener, due: DueWork): RequestListener;
  /** Ends what it opened, before the gateway's own parts end. */
  close?(): Promise<void>;
}

/** What the surroundings are made with. */
export interface GatewayProcess {
  config: Config;
  log: Logger;
  telemetry: Telemetry;
}

type Surround = (process: GatewayProcess) => Promise<Surroundings> | Surroundings;

/** Runs the gateway as a process of its own until it is told to stop. */
export const runGateway = (env: NodeJS.ProcessEnv, surround: Surround = () => ({})): Promise<void> =>
  runMain(() => runParts(env, surround));

async function runParts(env: NodeJS.ProcessEnv, surround: Surround): Promise<void> {
  stopAtOnce();
  const config = readConfig(env);
  const limits = readLimits(env);
  const log = createLogger("edge-gateway", config.logLevel);
  const observed = await startTelemetry("edge-gateway", env, {
    // The gateway's own port is public, so metrics need one of their own.
    measured: config.metricsPort !== undefined,
  });
  const telemetry = observed.of("edge-gateway");
  const { clients, upstreams, replicas, feeds, closeUpstreams } = serviceClients(config, telemetry);
  await untilComplete({ ...config, log, missing: () => missingSchema(config.databaseUrl, "gateway") });
  const { parts, shown, around = (app) => app, close } = await surround({ config, log, telemetry });
  const deps = await createDeps(config, {
    log,
    authenticate: attachedCaller,
    clients,
    replicas,
    telemetry,
    ...parts,
  });
  deps.responseCache.follow("catalog", feeds.catalog);
  feeds.catalog.start();
  const jobs = await startJobs(deps);
  const metrics = await serveMetrics(telemetry, log, config);
  const stop = async () => {
    await close?.();
    await feeds.catalog.stop();
    await jobs.stop();
    await metrics?.close();
    await closeUpstreams();
    await deps.close();
    await observed.stop();
  };
  // Set by `start --split` only, of which this process is a part.
  const sandbox = readSandbox(env.MARKETPLACE_SANDBOX);
  const app = around(createApp(deps, upstreams, { sandbox, ...shown }), dueWorkOf(deps));
  const internal = { app: createInternalApp(deps), host: config.internalHost, port: config.internalPort };
  await runProcess({ ...config, app, internal, log, limits, stop });
}
