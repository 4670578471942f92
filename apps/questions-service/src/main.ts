import { catalogContract, gatewayContract, remoteClient } from "@marketplace/contracts";
import { assertedCaller, createLogger, runProcess } from "@marketplace/conventions";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { createDeps } from "./deps.ts";
import { startJobs } from "./jobs.ts";

const config = readConfig(process.env);
const secret = config.internalSecret;
const log = createLogger("questions-service", config.logLevel);
const gateway = remoteClient(gatewayContract, { url: config.gatewayUrl, secret });
const catalog = remoteClient(catalogContract, { url: config.catalogUrl, secret });
const clients = { catalog, identity: gateway, notifications: gateway };
const deps = await createDeps(config, { log, authenticate: assertedCaller(secret), clients });
const jobs = await startJobs(deps);
await runProcess({ ...config, app: createApp(deps), log, stop: () => jobs.stop().then(deps.close) });
