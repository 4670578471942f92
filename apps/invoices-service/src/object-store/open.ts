import { type FileStoreConfig, openFileStore } from "./file.driver.ts";
import type { ObjectStore } from "./object-store.ts";
import type { S3StoreConfig } from "./s3.connection.ts";
import { openS3Store } from "./s3.driver.ts";

/** The configuration of a store, by driver. */
export type ObjectStoreConfig = FileStoreConfig | S3StoreConfig;

/** Opens a store; ObjectStoreUnavailable when it does not serve, TypeError for an invalid configuration. */
export function openObjectStore(config: ObjectStoreConfig): Promise<ObjectStore> {
  return config.driver === "file" ? openFileStore(config) : openS3Store(config);
}
