import { gatewayContract, questionsContract, remoteClient } from "@marketplace/contracts";
import { assertedCaller, createLogger, runProcess } from "@marketplace/conventions";
import { startTelemetry } from "@marketplace/telemetry";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { createDeps } from "./deps.ts";
import { startJobs } from "./jobs.ts";

const config = readConfig(process.env);
const log = createLogger("catalog-service", config.logLevel);
const observed = await startTelemetry("catalog-service", process.env);
const telemetry = observed.of("catalog-service");
const secret = config.internalSecret;
const identity = remoteClient(gatewayContract, { url: config.gatewayUrl, secret, telemetry });
const questions = remoteClient(questionsContract, { url: config.questionsUrl, secret, telemetry });
const deps = await createDeps(config, {
  log,
  authenticate: assertedCaller(secret),
  telemetry,
  clients: { identity, questions },
});
const jobs = await startJobs(deps);
const stop = () => jobs.stop().then(deps.close).then(observed.stop);
await runProcess({ ...config, app: createApp(deps), log, stop });
