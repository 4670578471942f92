import type { IdentityRpc, NotificationsRpc, QuestionsRpc } from "@marketplace/contracts";
import { scrollIds } from "@marketplace/conventions";
import { guardClients } from "@marketplace/database";
import { createServiceStore, type ObjectStore, uploadDisk } from "@marketplace/object-store";
import { systemClock as machineClock, type ServiceParts } from "@marketplace/server";
import { silentTelemetry } from "@marketplace/telemetry";
import type { Config } from "./config.ts";
import { searchIndices } from "./item-index/open-search-index.service.ts";
import { createImageCheck } from "./pictures/image-check.service.ts";
import { createUploadForms } from "./pictures/upload-form.service.ts";
import { createSellers } from "./search/sellers.service.ts";

/** Calls to other services: sellers, closing the questions of closed items, and events. */
export interface Clients {
  identity: Pick<IdentityRpc, "users" | "userIdOf">;
  notifications: Pick<NotificationsRpc, "publish">;
  questions: Pick<QuestionsRpc, "itemClosed">;
}

/** What a process provides; tests also provide a store. */
export interface Parts extends ServiceParts<Clients> {
  store?: ObjectStore;
  /** How long searches do not find what has changed, in milliseconds. */
  searchLagMs?: () => number;
  /**
   * How long searches wait for an answer of a search server, and for their callers' own changes; absent for
   * what production waits.
   */
  searchTimeoutMs?: number | undefined;
}

export type Shared = Awaited<ReturnType<typeof openShared>>;

/** What all databases of a process have in common: other services, the object store, the search indices. */
export async function openShared(config: Config, parts: Parts) {
  const { telemetry = silentTelemetry(), systemClock = machineClock, gates } = parts;
  const clients = guardClients(parts.clients);
  const store = createServiceStore(config.store, { telemetry, store: parts.store, gate: gates?.objectStore });
  const indices = await searchIndices(config, parts);
  return {
    clients,
    sellers: createSellers({ identity: clients.identity, clock: systemClock, metrics: telemetry.metrics }),
    links: { webUrl: config.webUrl, publicUrl: config.publicUrl },
    scrollIds: scrollIds(`scroll ids of ${config.internalSecret}`),
    store,
    imageCheck: createImageCheck(),
    uploadForms: createUploadForms(),
    uploadTimeoutMs: config.uploadTimeoutSeconds * 1_000,
    uploadDisk: uploadDisk(config, parts),
    internalSecret: config.internalSecret,
    indices,
    async close() {
      await store.close();
      await indices.close();
    },
  };
}
