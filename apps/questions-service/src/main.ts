import { catalogContract, gatewayContract, remoteClient } from "@marketplace/contracts";
import { assertedCaller } from "@marketplace/conventions";
import { missingShards, shardUrlsOf } from "@marketplace/database";
import {
  createFaultInjector,
  createLogger,
  injectingFaults,
  movableClockOf,
  runProcess,
  stopAtOnce,
  systemClock,
  untilComplete,
  withPassword,
} from "@marketplace/server";
import { startTelemetry } from "@marketplace/telemetry";
import { createApp, createInternalApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { startJobs } from "./jobs.ts";
import { createShardedDeps } from "./sharding/sharded-deps.ts";

stopAtOnce();
const config = readConfig(process.env);
const shardUrls = shardUrlsOf(process.env, "DATABASE_URL_", (url) =>
  withPassword(url, config.databasePassword),
);
const clock = movableClockOf(process.env);
// Only within `start --split`, whose lab moves the clock and injects faults.
const faults = clock && createFaultInjector(systemClock.monotonicMs);
const secret = config.internalSecret;
const log = createLogger("questions-service", config.logLevel);
const observed = await startTelemetry("questions-service", process.env);
const telemetry = observed.of("questions-service");
const gateway = remoteClient(gatewayContract, { url: config.gatewayInternalUrl, secret, telemetry });
const catalog = remoteClient(catalogContract, { url: config.catalogInternalUrl, secret, telemetry });
const clients = { catalog, identity: gateway, notifications: gateway };
const missing = () => missingShards(config.databaseUrl, shardUrls, "questions");
await untilComplete({ ...config, log, missing });
const parts = {
  log,
  authenticate: assertedCaller(secret),
  clients,
  telemetry,
  clock,
  ...(faults && { gates: faults.gates }),
};
const deps = await createShardedDeps(config, parts, shardUrls);
const jobs = await startJobs(deps);
const stop = () => jobs.stop().then(deps.close).then(observed.stop);
const controls = clock && faults && { clock, faults };
const internal = {
  app: createInternalApp(deps, controls),
  host: config.internalHost,
  port: config.internalPort,
};
const app = faults ? injectingFaults(createApp(deps)) : createApp(deps);
await runProcess({ ...config, app, internal, log, stop });
