import { adoptChanges, adoptTitles } from "@marketplace/catalog-service";
import { databaseName, migrateAll } from "@marketplace/database";
import {
  adoptIdentities,
  prepareQueue,
  reissueCredentials,
  unexportedTables,
} from "@marketplace/edge-gateway";
import type { Engine, OpenProduct, States, World } from "@marketplace/sandbox";
import { createLogger, systemClock } from "@marketplace/server";
import { type Composition, composeServices, type OfWorld } from "../boot/services.ts";
import { fillRecorded } from "./recorded.ts";
import { settingsOfState, urlsOfState, type WorldSettings } from "./state-settings.ts";
import { createTemplates } from "./templates.ts";

export interface EngineParts {
  adminUrl: string;
  states: States;
  settings: WorldSettings;
  /** What a world gives its services. */
  ofWorld: (world: World) => OfWorld;
}

/** Makes marketplaces out of states, in this process. */
export function createEngine(parts: EngineParts): Engine {
  const { adminUrl, states, settings, ofWorld } = parts;
  const log = createLogger("sandbox", settings.logLevel);
  const templates = createTemplates(parts);
  return {
    async open(world, key) {
      const composition = await composeServices(settingsOfState(key, parts), {
        ...ofWorld(world),
        credentialTag: world.id,
      });
      return openProduct(composition);
    },
    prepare: templates.prepare,
    unexported: async () => ({ gateway: unexportedTables }),
    async adopt(key, named) {
      const urlOf = urlsOfState(key, adminUrl, states);
      await adoptTitles(urlOf(databaseName("catalog")), log);
      const databaseUrl = urlOf(databaseName("gateway"));
      return adoptIdentities({ databaseUrl, log, internalSecret: settings.secret }, named);
    },
    fill: async (key, recorded) =>
      fillRecorded(key, { recorded, empty: await templates.prepare("empty") }, parts),
    async migrate(key) {
      const urlOf = urlsOfState(key, adminUrl, states);
      await migrateAll((service) => urlOf(databaseName(service)));
      // The gateway of a split product makes its queue at its start, and is not restarted by a reset.
      await prepareQueue(urlOf(databaseName("gateway")), log);
    },
    async reissue(key, document, { tag: credentialTag, keep }) {
      const urlOf = urlsOfState(key, adminUrl, states);
      const databaseUrl = urlOf(databaseName("gateway"));
      const [reissued] = await Promise.all([
        reissueCredentials({ databaseUrl, log, credentialTag, now: systemClock.now() }, document, { keep }),
        // The search index of what was copied goes on in the copy.
        adoptChanges({ databaseUrl: urlOf(databaseName("catalog")), log }),
      ]);
      return reissued;
    },
  };
}

async function openProduct(composition: Composition): Promise<OpenProduct> {
  const jobs = await composition.startJobs();
  return {
    app: composition.app,
    due: composition.due,
    isBusy: () => isBusy(composition.deps),
    async close() {
      await jobs.stop();
      await composition.close();
    },
  };
}

/** Whether events wait for the gateway, or notifications for their next attempt. */
async function isBusy({ gateway, ...services }: Composition["deps"]): Promise<boolean> {
  const waiting = Object.values(services).map(({ db }) => db.execute("SELECT FROM outbox_events LIMIT 1"));
  const outboxes = await Promise.all(waiting);
  return outboxes.some((events) => events !== 0) || (await gateway.notifications.waiting()) > 0;
}
