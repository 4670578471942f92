import { access, constants } from "node:fs/promises";
import { dirname } from "node:path";
import { databaseName, missingSchema, services } from "@marketplace/database";
import { databaseUrlsOf } from "../boot/database.ts";
import { type Demo, makeDemo } from "../boot/demo.ts";
import type { DeployedServer } from "../boot/deployed-server.ts";
import type { Composition } from "../boot/services.ts";
import { StartRefused } from "../boot/start-refused.ts";

type Deps = Composition["deps"];

/** Tables that the demo fills: a row in one of them means that its database is in use. */
export const filledTables = {
  catalog: ["categories", "items", "labelled_titles"],
  questions: ["questions"],
  invoices: ["fiscal_documents"],
  orders: ["orders", "packs"],
  flex: ["subscriptions", "shipments"],
} as const;

/**
 * Fills the empty databases of a deployment, whether its services run or not. Refuses databases that hold
 * data, and a second process that does the same.
 */
export async function seedDeployment(deps: Deps, baseUrl: string): Promise<Demo> {
  const demo = await deps.catalog.db.tryWithLock(["seed", "demo"], async () => {
    const inUse = await databasesInUse(deps);
    if (inUse.length > 0)
      throw new StartRefused(
        `There are data in ${inUse.join(", ")}: the demo goes into empty databases only, and nothing was changed. ` +
          "An interrupted seed leaves some, too: make the databases again",
      );
    return makeDemo(deps, baseUrl);
  });
  if (!demo) throw new StartRefused("The demo data are being made by another process");
  return demo;
}

/** The databases that hold data, by name. */
export async function databasesInUse(deps: Deps): Promise<string[]> {
  // Object.keys gives strings.
  const names = Object.keys(filledTables) as (keyof typeof filledTables)[];
  const found = await Promise.all(
    names.map(async (name) => {
      const rows = filledTables[name].map((table) => `EXISTS (SELECT FROM ${table})`).join(" OR ");
      const [row] = await deps[name].db.query<{ used: boolean }>(`SELECT ${rows} AS used`);
      return row?.used ? [databaseName(name)] : [];
    }),
  );
  const users = await deps.gateway.users.count();
  return [...(users > 0 ? [databaseName("gateway")] : []), ...found.flat()];
}

/** Throws for databases that the migrations have not made yet. */
export async function requireMigrated({ adminUrl, passwordOf }: DeployedServer): Promise<void> {
  const urlOf = databaseUrlsOf(adminUrl, passwordOf);
  for (const service of services) {
    const name = databaseName(service);
    // A database that is missing, or refuses its user, gives an error that says so.
    const missing = await missingSchema(urlOf(name), service).catch((error: Error) => error.message);
    if (missing) throw new StartRefused(`${name} cannot be seeded (${missing}): run the migrations first`);
  }
}

/** Throws for a file that could not be written once the tokens are made, which nothing shows again. */
export async function requireWritable(path: string): Promise<void> {
  await access(dirname(path), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`${path} cannot be written (${error.code}): name another file by --output`);
  });
}
