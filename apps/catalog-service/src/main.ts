import { gatewayContract, questionsContract, remoteClient } from "@marketplace/contracts";
import { missingSchema } from "@marketplace/database";
import { runService } from "@marketplace/server";
import { createApp, createInternalApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { createDeps } from "./deps.ts";
import { startJobs } from "./jobs.ts";

const config = readConfig(process.env);
const secret = config.internalSecret;

await runService({
  name: "catalog-service",
  env: process.env,
  config,
  createClients(telemetry) {
    const gateway = remoteClient(gatewayContract, { url: config.gatewayInternalUrl, secret, telemetry });
    return {
      identity: gateway,
      notifications: gateway,
      questions: remoteClient(questionsContract, { url: config.questionsInternalUrl, secret, telemetry }),
    };
  },
  missing: () => missingSchema(config.databaseUrl, "catalog"),
  createDeps: (parts, controls) =>
    createDeps(config, { ...parts, ...(controls && { searchLagMs: controls.faults.searchLagMs }) }),
  startJobs,
  createApp,
  createInternalApp,
});
