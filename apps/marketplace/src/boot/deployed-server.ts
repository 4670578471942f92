import {
  databaseName,
  isDatabaseAddress,
  type Service,
  type ShardedService,
  type ShardUrls,
  services,
  shardUrlsOf,
} from "@marketplace/database";
import type { PasswordOf } from "@marketplace/database/embedded";
import { withPassword } from "@marketplace/server";
import { StartRefused } from "./start-refused.ts";

/** The Postgres server of a deployment. */
export interface DeployedServer {
  /** The administrator's URL: may create roles and databases. */
  adminUrl: string;
  /** The passwords of the services' roles, which are named like their databases. */
  passwordOf: PasswordOf;
}

/** The variable that holds the password of a service's role: `CATALOG_DATABASE_PASSWORD`. */
export const passwordVariable = (service: Service): string => `${service.toUpperCase()}_DATABASE_PASSWORD`;

/**
 * The server from the environment; `undefined` without DATABASE_ADMIN_URL. DATABASE_ADMIN_PASSWORD completes
 * a URL without a password. Refuses an address that is none, and with the list of missing variables.
 */
export function deployedServer(env: NodeJS.ProcessEnv): DeployedServer | undefined {
  const { DATABASE_ADMIN_URL: address, DATABASE_ADMIN_PASSWORD: adminPassword } = env;
  if (!address) return undefined;
  if (!isDatabaseAddress(address))
    throw new StartRefused(
      "DATABASE_ADMIN_URL: must be an address of Postgres, such as postgresql://user@server:5432/postgres",
    );
  const adminUrl = withPassword(address, adminPassword);
  const missing = services.map(passwordVariable).filter((variable) => !env[variable]);
  if (missing.length > 0)
    throw new StartRefused(
      `${missing.join(", ")}: required with DATABASE_ADMIN_URL, the passwords of the services' own users`,
    );
  const passwords = new Map(
    services.map((service) => [databaseName(service), env[passwordVariable(service)] ?? ""]),
  );
  return { adminUrl, passwordOf: (database) => passwords.get(database) ?? "" };
}

/** The variable with the database of a site for a service: `QUESTIONS_DATABASE_URL_MLA`. */
export const shardVariable = (service: ShardedService, site = ""): string =>
  `${service.toUpperCase()}_DATABASE_URL_${site}`;

/** The databases that sites have for a service; addresses without a password get the service's own. */
export const deployedShards = (service: ShardedService, env: NodeJS.ProcessEnv): ShardUrls =>
  shardUrlsOf(env, shardVariable(service), (url) => withPassword(url, env[passwordVariable(service)]));
