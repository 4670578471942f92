import type { Logger } from "@marketplace/server";
import type { Telemetry } from "@marketplace/telemetry";
import { type Gate, gatedStore } from "./gated-store.ts";
import { lazyStore } from "./lazy-store.ts";
import type { ObjectStore } from "./object-store.ts";
import { observedStore } from "./observed-store.ts";
import { type ObjectStoreConfig, openObjectStore } from "./open.ts";

interface Parts {
  telemetry: Telemetry;
  /** Used in place of the configured store, in tests. */
  store?: ObjectStore | undefined;
  gate?: Gate | undefined;
}

/** The object store of a service, with metrics; it opens at its first use and may be down at the start. */
export function createServiceStore(
  config: ObjectStoreConfig,
  { telemetry, store = lazyStore(() => openObjectStore(config)), gate }: Parts,
): ObjectStore {
  return observedStore(gatedStore(store, gate), config.driver, telemetry);
}

/** Opens a lazy store now. Opening converts the files of an earlier release, which a backup waits for. */
export function openEarly(store: ObjectStore, log: Logger): void {
  store.ready().catch((err: unknown) => log.warn({ err }, "the object store is not ready"));
}
