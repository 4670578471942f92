import { join } from "node:path";
import { type Service, services } from "@marketplace/database";
import { embeddedPasswords, ownerUrl } from "@marketplace/database/embedded";
import type { States } from "@marketplace/sandbox";
import type { SharedSettings } from "../boot/environments.ts";

/** Connections of each pool of a world: many worlds share the server's. */
const poolSize = 2;

/** The settings of services on a state, in place of those of the product. */
export function settingsOfState(
  key: string,
  { adminUrl, states, settings }: { adminUrl: string; states: States; settings: WorldSettings },
): SharedSettings {
  const dataDir = states.folderOf(key);
  const overrides = {
    DATABASE_POOL_SIZE: String(poolSize),
    DATABASE_DIR: join(settings.dataDir, "postgres"),
    // What the product shares with others is not a world's.
    OBJECT_STORE: "file",
    SEARCH_DRIVER: "embedded",
  };
  return {
    ...settings,
    dataDir,
    overrides,
    sandbox: undefined,
    databaseUrl: urlsOfState(key, adminUrl, states),
  };
}

/** The product's settings, of which worlds keep all but the databases. */
export type WorldSettings = Omit<SharedSettings, "databaseUrl">;

/** The databases of a state for their owners, by the names of the product's own. */
export function urlsOfState(key: string, adminUrl: string, states: States): (name: string) => string {
  const passwordOf = embeddedPasswords(adminUrl);
  return (name) => {
    const url = new URL(ownerUrl(adminUrl, name, passwordOf));
    url.pathname = `/${states.databaseOf(key, serviceOf(name))}`;
    return url.href;
  };
}

const serviceOf = (name: string): Service => {
  const service = services.find((one) => name.endsWith(`_${one}`));
  if (!service) throw new Error(`no service has the database ${name}`);
  return service;
};
