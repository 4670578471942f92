import { mkdir } from "node:fs/promises";
import { saveSearchIndex, seedTrees } from "@marketplace/catalog-service";
import { databaseName, migrateAll, services } from "@marketplace/database";
import { createOwnedDatabases } from "@marketplace/database/embedded";
import { seedOperator } from "@marketplace/edge-gateway";
import { readDescription, type States, type WorldDocument, writeDescription } from "@marketplace/sandbox";
import { systemClock } from "@marketplace/server";
import { makeDemo } from "../boot/demo.ts";
import { type Composition, composeServices } from "../boot/services.ts";
import { settingsOfState, type WorldSettings } from "./state-settings.ts";

export interface TemplateParts {
  adminUrl: string;
  states: States;
  settings: WorldSettings;
}

/**
 * The states that worlds are made from. `demo` is copied right after the product's own seed, and seeded here
 * where that has not been, as in the data directory of an earlier release.
 */
export function createTemplates(parts: TemplateParts) {
  const { states } = parts;
  const preparing = new Map<string, Promise<WorldDocument>>();

  async function prepare(name: "demo" | "empty"): Promise<WorldDocument> {
    const present = await readDescription(states, name);
    if (present) return present.document;
    await states.drop(name);
    const document = await fill(name, parts);
    await writeDescription(states, name, { name, created_at: systemClock.now().toISOString(), document });
    return document;
  }

  return {
    prepare(name: "demo" | "empty"): Promise<WorldDocument> {
      const known = preparing.get(name);
      if (known) return known;
      const begun = prepare(name).finally(() => preparing.delete(name));
      preparing.set(name, begun);
      return begun;
    },
  };
}

async function fill(name: "demo" | "empty", parts: TemplateParts): Promise<WorldDocument> {
  const { adminUrl, states } = parts;
  const settings = settingsOfState(name, parts);
  await mkdir(states.folderOf(name), { recursive: true, mode: 0o700 });
  const wanted = services.map((service) => ({
    name: states.databaseOf(name, service),
    owner: databaseName(service),
  }));
  await createOwnedDatabases(adminUrl, wanted);
  await migrateAll((service) => settings.databaseUrl(databaseName(service)));
  const composition = await composeServices(settings);
  const { deps } = composition;
  try {
    const document = await (name === "demo" ? makeDemo(deps, settings.baseUrl) : makeEmpty(deps));
    await saveSearchIndex(deps.catalog);
    return document;
  } finally {
    await composition.close();
  }
}

async function makeEmpty(deps: Composition["deps"]): Promise<WorldDocument> {
  const { users, applications } = await seedOperator(deps.gateway, { now: systemClock.now() });
  await seedTrees(deps.catalog);
  return { users, applications, tokens: {}, fixtures: {} };
}
