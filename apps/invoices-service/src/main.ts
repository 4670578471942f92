import { catalogContract, flexContract, gatewayContract, remoteClient } from "@marketplace/contracts";
import { assertedCaller, createLogger, runProcess } from "@marketplace/conventions";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { createDeps } from "./deps.ts";
import { startJobs } from "./jobs.ts";

const config = readConfig(process.env);
const { HOST: host, PORT: port, INTERNAL_SECRET: secret } = config;
const log = createLogger("invoices-service", config.LOG_LEVEL);
const gateway = remoteClient(gatewayContract, { url: config.GATEWAY_URL, secret });
const catalog = remoteClient(catalogContract, { url: config.CATALOG_URL, secret });
const flex = remoteClient(flexContract, { url: config.FLEX_URL, secret });
const clients = { catalog, flex, identity: gateway, notifications: gateway };
const deps = await createDeps(config, { log, authenticate: assertedCaller(secret), clients });
const jobs = await startJobs(deps);
await runProcess({ app: createApp(deps), host, port, log, stop: () => jobs.stop().then(deps.close) });
