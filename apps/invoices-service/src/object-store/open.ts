import { type FileStoreConfig, openFileStore } from "./file.driver.ts";
import type { ObjectStore } from "./object-store.ts";
import type { S3StoreConfig } from "./s3.connection.ts";
import { openS3Store } from "./s3.driver.ts";

/** Which store to open, and how. */
export type ObjectStoreConfig = FileStoreConfig | S3StoreConfig;

/**
 * Opens the configured store, ready to serve; ObjectStoreUnavailable when it cannot, TypeError for a bad
 * configuration.
 */
export function openObjectStore(config: ObjectStoreConfig): Promise<ObjectStore> {
  return config.driver === "file" ? openFileStore(config) : openS3Store(config);
}
