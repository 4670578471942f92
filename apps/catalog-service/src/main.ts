import { gatewayContract, questionsContract, remoteClient } from "@marketplace/contracts";
import { assertedCaller, createLogger, runProcess } from "@marketplace/conventions";
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
await runProcess({ ...config, app: createApp(deps), log, stop: () => jobs.stop().then(deps.close) });
