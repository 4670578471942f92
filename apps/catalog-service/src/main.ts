import { gatewayContract, questionsContract, remoteClient } from "@marketplace/contracts";
import { assertedCaller, createLogger, serve } from "@marketplace/conventions";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { createDeps } from "./deps.ts";
import { startJobs } from "./jobs.ts";

const config = readConfig(process.env);
const log = createLogger("catalog-service", config.logLevel);
const secret = config.internalSecret;
const identity = remoteClient(gatewayContract, { url: config.gatewayUrl, secret });
const questions = remoteClient(questionsContract, { url: config.questionsUrl, secret });
const deps = await createDeps(config, {
  log,
  authenticate: assertedCaller(secret),
  clients: { identity, questions },
});
const jobs = await startJobs(deps);
const listening = await serve(createApp(deps), config);
log.info({ port: listening.port }, "catalog-service is listening");
const stop = () => listening.close().then(jobs.stop).then(deps.close);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
