import * as catalog from "@marketplace/catalog-service";
import type { Service } from "@marketplace/database";
import * as gateway from "@marketplace/edge-gateway";
import * as flex from "@marketplace/flex-service";
import * as invoices from "@marketplace/invoices-service";
import * as orders from "@marketplace/orders-service";
import * as questions from "@marketplace/questions-service";
import { ConfigurationInvalid } from "@marketplace/server";
import type { Config } from "../config.ts";
import { environmentsFor } from "./environments.ts";

const readers = { gateway, catalog, questions, invoices, orders, flex } satisfies Record<
  Service,
  { readConfig(env: NodeJS.ProcessEnv): unknown }
>;

/**
 * Refuses services' own settings that are wrong, all at once and before anything is started. What the start
 * gives them itself is made up here.
 */
export function assertServicesConfig({ dataDir, jsonp, logLevel, signIn }: Config): void {
  const environmentOf = environmentsFor({
    databaseUrl: (name) => `postgresql://127.0.0.1/${name}`,
    baseUrl: "http://127.0.0.1",
    secret: "made at the first start",
    dataDir,
    jsonp,
    logLevel,
    signIn,
  });
  const issues = Object.entries(readers).flatMap(([service, { readConfig }]) =>
    issuesOf(() => readConfig(environmentOf(service as Service))),
  );
  if (issues.length > 0) throw new ConfigurationInvalid(issues);
}

function issuesOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigurationInvalid) return error.issues;
    throw error;
  }
}
