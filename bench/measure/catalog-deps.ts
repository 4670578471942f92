import { createDeps, type Deps, readConfig } from "@marketplace/catalog-service";
import type { Caller } from "@marketplace/conventions";
import { silentLogger } from "@marketplace/server";

interface Options {
  /** Who every request is from. */
  caller: Caller;
  variables: Record<string, string>;
}

/** What a catalog service needs on a database, with other services that answer nothing. */
export function openCatalogDeps(url: string, { caller, variables }: Options): Promise<Deps> {
  const config = readConfig({
    DATABASE_URL: url,
    INTERNAL_SECRET: "only for this measurement",
    ...variables,
  });
  return createDeps(config, {
    log: silentLogger(),
    authenticate: () => ({ kind: "caller", caller }),
    clients: {
      identity: { users: async () => [], userIdOf: async () => null },
      notifications: { publish: async () => ({ accepted: 0 }) },
      questions: { itemClosed: async () => ({ closed: 0 }) },
    },
  });
}
