import { gatewayContract, ordersContract, remoteClient } from "@marketplace/contracts";
import { missingShards } from "@marketplace/database";
import { runService } from "@marketplace/server";
import { siteUrlsOf } from "@marketplace/sharding";
import { createApp, createInternalApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { startJobs } from "./jobs.ts";
import { createShardedDeps } from "./sharding/sharded-deps.ts";

await runService((env) => {
  const config = readConfig(env);
  const siteUrls = siteUrlsOf(env, config);
  const secret = config.internalSecret;

  return {
    name: "invoices-service",
    config,
    createClients(telemetry) {
      const gateway = remoteClient(gatewayContract, { url: config.gatewayInternalUrl, secret, telemetry });
      return {
        identity: gateway,
        notifications: gateway,
        orders: remoteClient(ordersContract, { url: config.ordersInternalUrl, secret, telemetry }),
      };
    },
    missing: () => missingShards(config.databaseUrl, siteUrls, "invoices"),
    createDeps: (parts) => createShardedDeps(config, parts, siteUrls),
    startJobs,
    createApp,
    createInternalApp,
  };
});
