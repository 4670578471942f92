import { catalogContract, gatewayContract, remoteClient } from "@marketplace/contracts";
import { assertedCaller, createLogger, runProcess } from "@marketplace/conventions";
import { startTelemetry } from "@marketplace/telemetry";
import { createApp, createDeps, readConfig, startJobs } from "./index.ts";

const config = readConfig(process.env);
const log = createLogger("flex-service", config.logLevel);
const observed = await startTelemetry("flex-service", process.env);
const telemetry = observed.of("flex-service");
const secret = config.internalSecret;
const gateway = remoteClient(gatewayContract, { url: config.gatewayUrl, secret, telemetry });
const clients = {
  identity: gateway,
  notifications: gateway,
  catalog: remoteClient(catalogContract, { url: config.catalogUrl, secret, telemetry }),
};
const deps = await createDeps(config, { log, authenticate: assertedCaller(secret), clients, telemetry });
const jobs = await startJobs(deps);
const stop = () => jobs.stop().then(deps.close).then(observed.stop);
await runProcess({ ...config, app: createApp(deps), log, stop });
