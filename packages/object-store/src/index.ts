export { safeName } from "./content-disposition.ts";
export {
  ObjectMissing,
  ObjectStoreUnavailable,
  ObjectTooLarge,
  RangeUnsatisfiable,
  TruncatedUpload,
} from "./errors.ts";
export { openFileStore } from "./file.driver.ts";
export { sizeOfFile } from "./file.size.ts";
export { sweepFileStore } from "./file.sweep.ts";
export { hasSymlinks } from "./file.symlinks.ts";
export { fileDownload, type StoredFile } from "./file-download.ts";
export { type Gate, gatedStore } from "./gated-store.ts";
export { lazyStore } from "./lazy-store.ts";
export { createObjectKeys, type ObjectKeys } from "./object-keys.ts";
export type { ByteRange, ObjectEntry, ObjectStore } from "./object-store.ts";
export { observedStore } from "./observed-store.ts";
export { type ObjectStoreConfig, openObjectStore } from "./open.ts";
export { requestedRange } from "./requested-range.ts";
export { createServiceStore, openEarly } from "./service-store.ts";
export {
  checkObjectStore,
  objectStoreConfig,
  objectStoreVariables,
  uploadVariables,
} from "./settings.ts";
export { sweep } from "./sweep.job.ts";
export { createUnownedObjectsRepo, owned, type UnownedObjectsRepo } from "./unowned-objects.repo.ts";
export { bytesToHold, uploadDisk } from "./upload-disk.ts";
