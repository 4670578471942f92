import { createLogger, serve, vouchedCaller } from "@marketplace/conventions";
import { createApp, createDeps, readConfig, startJobs } from "./index.ts";
import { neighbours } from "./neighbours.ts";

const config = readConfig(process.env);
const log = createLogger("edge-gateway", config.logLevel);
const { clients, upstreams, closeUpstreams } = neighbours(config);
const deps = await createDeps(config, { log, authenticate: vouchedCaller, clients });
const jobs = await startJobs(deps);
const listening = await serve(createApp(deps, upstreams), config);
log.info({ port: listening.port }, "listening");
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, async () => {
    await listening.close();
    await jobs.stop();
    await Promise.all([closeUpstreams(), deps.close()]);
  });
}
