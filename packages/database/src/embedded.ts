export { backUp, copyTree } from "./embedded/backup.ts";
export {
  cloneDatabases,
  createOwnedDatabases,
  type DatabaseCopy,
  databasesNamed,
  renameDatabases,
} from "./embedded/clone.ts";
export { dropDatabases, ensureDatabases } from "./embedded/databases.ts";
export { DataDirectoryInUse, DataDirectoryUnusable } from "./embedded/errors.ts";
export { makeDirectory } from "./embedded/home.ts";
export { isAlive } from "./embedded/postmaster.ts";
export { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded/start.ts";
export { embeddedPasswords, ownerUrl, type PasswordOf } from "./roles/addresses.ts";
export { ensureOwnedDatabases } from "./roles/ensure.ts";
export type { DatabaseShape, TableShape } from "./tables/shape.ts";
export { RowsRefused, type SequenceState, type Tables, withTables } from "./tables/tables.ts";
