import { catalogContract, gatewayContract, remoteClient } from "@marketplace/contracts";
import { assertedCaller, createLogger, runProcess } from "@marketplace/conventions";
import { createApp, createDeps, readConfig, startJobs } from "./index.ts";

const config = readConfig(process.env);
const log = createLogger("flex-service", config.logLevel);
const secret = config.internalSecret;
const gateway = remoteClient(gatewayContract, { url: config.gatewayUrl, secret });
const clients = {
  identity: gateway,
  notifications: gateway,
  catalog: remoteClient(catalogContract, { url: config.catalogUrl, secret }),
};
const deps = await createDeps(config, { log, authenticate: assertedCaller(secret), clients });
const jobs = await startJobs(deps);
await runProcess({ ...config, app: createApp(deps), log, stop: () => jobs.stop().then(deps.close) });
