import type { RequestListener } from "node:http";
import { assertedCaller } from "@marketplace/conventions";
import { startTelemetry, type Telemetry } from "@marketplace/telemetry";
import { systemClock } from "./clock.ts";
import { movableClockOf } from "./clock-file.ts";
import type { Environment } from "./environment.ts";
import { createFaultInjector, injectingFaults } from "./fault-injection.ts";
import { createLogger } from "./log.ts";
import { runProcess } from "./run.ts";
import { runMain } from "./run-main.ts";
import { behindGateway, readLimits } from "./server-limits.ts";
import type { ServiceParts } from "./service-parts.ts";
import { stopAtOnce } from "./stop-signals.ts";
import type { TestControls } from "./test-controls.ts";
import { untilComplete } from "./until-complete.ts";

/** The settings of `serviceVariables` that a process needs. */
export interface ServiceConfig {
  host: string;
  port: number;
  internalHost: string;
  internalPort: number;
  internalSecret: string;
  logLevel: string;
  shutdownDelayMs: number;
}

/** A service, in the order in which its process uses these. */
export interface Service<Clients, Deps> {
  name: string;
  config: ServiceConfig;
  /** Clients of the services that this one calls. */
  createClients(telemetry: Telemetry): Clients;
  /** Describes what its databases lack; `undefined` once nothing is missing. */
  missing(): Promise<string | undefined>;
  createDeps(parts: ServiceParts<Clients>, controls?: TestControls): Promise<Deps>;
  startJobs(deps: Deps): Promise<{ stop(): Promise<unknown> }>;
  createApp(deps: Deps): RequestListener;
  createInternalApp(deps: Deps, controls?: TestControls): RequestListener;
}

/** Runs a service, which its settings describe, as a process of its own until it is told to stop. */
export const runService = <Clients, Deps extends { close(): Promise<unknown> }>(
  describe: (env: Environment) => Service<Clients, Deps>,
): Promise<void> => runMain(() => runParts(describe(process.env), process.env));

async function runParts<Clients, Deps extends { close(): Promise<unknown> }>(
  service: Service<Clients, Deps>,
  env: Environment,
): Promise<void> {
  stopAtOnce();
  const { name, config } = service;
  // Before anything is waited for, so that a wrong one is told at once.
  const limits = behindGateway(readLimits(env));
  const controls = testControlsOf(env);
  const log = createLogger(name, config.logLevel);
  const observed = await startTelemetry(name, env);
  const telemetry = observed.of(name);
  const clients = service.createClients(telemetry);
  await untilComplete({ ...config, log, missing: () => service.missing() });
  const parts = {
    log,
    authenticate: assertedCaller(config.internalSecret, { metrics: telemetry.metrics }),
    clients,
    telemetry,
    ...(controls && { clock: controls.clock, gates: controls.faults.gates }),
  };
  const deps = await service.createDeps(parts, controls);
  const jobs = await service.startJobs(deps);
  const app = service.createApp(deps);
  const internalApp = service.createInternalApp(deps, controls);
  await runProcess({
    ...config,
    app: controls ? injectingFaults(app) : app,
    internal: { app: internalApp, host: config.internalHost, port: config.internalPort },
    log,
    limits,
    async stop() {
      await jobs.stop();
      await deps.close();
      await observed.stop();
    },
  });
}

/** Only within `start --split`, whose lab moves the clock and injects faults. */
function testControlsOf(env: Environment): TestControls | undefined {
  const clock = movableClockOf(env);
  return clock && { clock, faults: createFaultInjector(systemClock.monotonicMs) };
}
