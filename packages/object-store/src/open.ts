import { type FileStoreConfig, openFileStore } from "./file.driver.ts";
import type { ObjectStore } from "./object-store.ts";
import type { S3StoreConfig } from "./s3.connection.ts";

/** The configuration of a store, by driver. */
export type ObjectStoreConfig = FileStoreConfig | S3StoreConfig;

/** Opens a store; ObjectStoreUnavailable when it does not serve, TypeError for an invalid configuration. */
export async function openObjectStore(config: ObjectStoreConfig): Promise<ObjectStore> {
  if (config.driver === "file") return openFileStore(config);
  // Loaded where it is used: the client of S3 takes 10 MB (ADR 17).
  const { openS3Store } = await import("./s3.driver.ts");
  return openS3Store(config);
}
