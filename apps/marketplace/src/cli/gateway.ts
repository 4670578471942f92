import { sites } from "@marketplace/catalog-service";
import {
  catalogContract,
  flexContract,
  invoicesContract,
  ordersContract,
  questionsContract,
} from "@marketplace/contracts";
import { attachedCaller } from "@marketplace/conventions";
import { databaseName, missingSchema } from "@marketplace/database";
import { asCommandLine, createDeps, type Deps, readConfig } from "@marketplace/edge-gateway";
import { createLogger } from "@marketplace/server";
import { deferredClient } from "../boot/deferred-client.ts";
import { environmentsFor } from "../boot/environments.ts";
import { StartRefused } from "../boot/start-refused.ts";
import type { Config } from "../config.ts";
import { withDatabases } from "./product.ts";

/**
 * Runs `work` with the gateway on its database, as `withServices` does with all services: users and
 * applications need no other. What it records has `via: "cli"`.
 */
export async function withGateway<T>(config: Config, work: (deps: Deps) => Promise<T>): Promise<T> {
  return withDatabases(config, async (settings) => {
    const missing = await missingSchema(settings.databaseUrl(databaseName("gateway")), "gateway");
    if (missing) throw new StartRefused(`The gateway's database cannot be used: ${missing}`);
    const deps = await createDeps(readConfig(environmentsFor(settings)("gateway")), {
      log: createLogger("edge-gateway", settings.logLevel),
      authenticate: attachedCaller,
      clients: {
        catalog: { ...deferredClient(catalogContract).client, sites: async () => [...sites] },
        questions: deferredClient(questionsContract).client,
        invoices: deferredClient(invoicesContract).client,
        orders: deferredClient(ordersContract).client,
        flex: deferredClient(flexContract).client,
      },
    });
    return await work(asCommandLine(deps)).finally(() => deps.close());
  });
}
