import { gatewayContract, questionsContract, remoteClient } from "@marketplace/contracts";
import { assertedCaller } from "@marketplace/conventions";
import { missingSchema } from "@marketplace/database";
import {
  createFaultInjector,
  createLogger,
  injectingFaults,
  movableClockOf,
  runProcess,
  stopAtOnce,
  systemClock,
  untilComplete,
} from "@marketplace/server";
import { startTelemetry } from "@marketplace/telemetry";
import { createApp, createInternalApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { createDeps } from "./deps.ts";
import { startJobs } from "./jobs.ts";

stopAtOnce();
const config = readConfig(process.env);
const clock = movableClockOf(process.env);
// Only within `start --split`, whose lab moves the clock and injects faults.
const faults = clock && createFaultInjector(systemClock.monotonicMs);
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
  ...(faults && { gates: faults.gates, searchLagMs: faults.searchLagMs }),
});
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
