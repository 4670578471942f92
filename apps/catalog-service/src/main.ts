import { clockRpc, gatewayContract, questionsContract, remoteClient } from "@marketplace/contracts";
import { assertedCaller } from "@marketplace/conventions";
import { missingSchema } from "@marketplace/database";
import {
  createLogger,
  createOrderedStorages,
  followingClock,
  obeying,
  runProcess,
  stopAtOnce,
  systemClock,
  untilComplete,
} from "@marketplace/server";
import { startTelemetry } from "@marketplace/telemetry";
import { createApp, createInternalApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { createDeps } from "./deps.ts";
import { dueWorkOf } from "./due.service.ts";
import { startJobs } from "./jobs.ts";

stopAtOnce();
const config = readConfig(process.env);
const clock = followingClock(process.env);
// Only within `start --split`, whose lab moves the clock and makes storages fail.
const storages = clock && createOrderedStorages(systemClock.monotonicMs);
const log = createLogger("catalog-service", config.logLevel);
const observed = await startTelemetry("catalog-service", process.env);
const telemetry = observed.of("catalog-service");
const secret = config.internalSecret;
const gateway = remoteClient(gatewayContract, { url: config.gatewayInternalUrl, secret, telemetry });
const questions = remoteClient(questionsContract, { url: config.questionsInternalUrl, secret, telemetry });
await untilComplete({ ...config, log, missing: () => missingSchema(config.databaseUrl, "catalog") });
const deps = await createDeps(config, {
  log,
  authenticate: assertedCaller(secret),
  telemetry,
  clients: { identity: gateway, notifications: gateway, questions },
  clock,
  ...(storages && { gates: storages.gates, searchLagMs: storages.searchLagMs }),
});
const jobs = await startJobs(deps);
const stop = () => jobs.stop().then(deps.close).then(observed.stop);
const clockCalls = clock && storages && clockRpc(clock, dueWorkOf(deps), storages);
const internal = {
  app: createInternalApp(deps, clockCalls),
  host: config.internalHost,
  port: config.internalPort,
};
const app = storages ? obeying(createApp(deps)) : createApp(deps);
await runProcess({ ...config, app, internal, log, stop });
