import { createLogger, runProcess, vouchedCaller } from "@marketplace/conventions";
import { createApp, createDeps, readConfig, startJobs } from "./index.ts";
import { neighbours } from "./neighbours.ts";

const config = readConfig(process.env);
const log = createLogger("edge-gateway", config.logLevel);
const { clients, upstreams, closeUpstreams } = neighbours(config);
const deps = await createDeps(config, { log, authenticate: vouchedCaller, clients });
const jobs = await startJobs(deps);
const stop = () => jobs.stop().then(closeUpstreams).then(deps.close);
await runProcess({ ...config, app: createApp(deps, upstreams), log, stop });
