import { attachedCaller } from "@marketplace/conventions";
import { missingSchema } from "@marketplace/database";
import { createLogger, runProcess, serveMetrics, untilComplete } from "@marketplace/server";
import { startTelemetry } from "@marketplace/telemetry";
import { createApp, createDeps, createInternalApp, readConfig, readSandbox, startJobs } from "./index.ts";
import { serviceClients } from "./service-clients.service.ts";

const config = readConfig(process.env);
const log = createLogger("edge-gateway", config.logLevel);
const observed = await startTelemetry("edge-gateway", process.env, {
  // The gateway's own port is public, so metrics need one of their own.
  measured: config.metricsPort !== undefined,
});
const telemetry = observed.of("edge-gateway");
const { clients, upstreams, feeds, closeUpstreams } = serviceClients(config, telemetry);
await untilComplete({ ...config, log, missing: () => missingSchema(config.databaseUrl, "gateway") });
const deps = await createDeps(config, { log, authenticate: attachedCaller, clients, telemetry });
deps.responseCache.follow("catalog", feeds.catalog);
feeds.catalog.start();
const jobs = await startJobs(deps);
const metrics = await serveMetrics(telemetry, log, config);
const stop = async () => {
  await feeds.catalog.stop();
  await jobs.stop();
  await metrics?.close();
  await closeUpstreams();
  await deps.close();
  await observed.stop();
};
// Set by `start --split` only, of which this process is a part.
const sandbox = readSandbox(process.env.MARKETPLACE_SANDBOX);
const internal = { app: createInternalApp(deps), host: config.internalHost, port: config.internalPort };
await runProcess({ ...config, app: createApp(deps, upstreams, sandbox), internal, log, stop });
