import { catalogContract, gatewayContract, remoteClient } from "@marketplace/contracts";
import { assertedCaller, createLogger, serve } from "@marketplace/conventions";
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
const listening = await serve(createApp(deps), config);
const jobs = await startJobs(deps);
log.info({ port: listening.port }, "flex-service is ready");
const stop = () => listening.close().then(jobs.stop).then(deps.close);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, stop);
