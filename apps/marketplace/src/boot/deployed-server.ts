import { databaseName, type Service, services } from "@marketplace/database";
import type { PasswordOf } from "@marketplace/database/embedded";
import { withPassword } from "@marketplace/server";
import { StartRefused } from "./start-refused.ts";

/** The Postgres of a deployment, for those who work on all five databases. */
export interface DeployedServer {
  /** Of a user who may create roles and databases. */
  adminUrl: string;
  /** Of each service's role, which is named like its database. */
  passwordOf: PasswordOf;
}

/** The variable that holds the password of a service's role: `CATALOG_DATABASE_PASSWORD`. */
export const passwordVariable = (service: Service): string => `${service.toUpperCase()}_DATABASE_PASSWORD`;

/**
 * Reads where the server is; `undefined` where DATABASE_ADMIN_URL names none. DATABASE_ADMIN_PASSWORD is the
 * password of an address that holds none. Refuses with all that is missing beside it.
 */
export function deployedServer(env: NodeJS.ProcessEnv): DeployedServer | undefined {
  const { DATABASE_ADMIN_URL: address, DATABASE_ADMIN_PASSWORD: adminPassword } = env;
  if (!address) return undefined;
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
