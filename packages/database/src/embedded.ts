export { dropDatabases, ensureDatabases } from "./embedded/databases.ts";
export { DataDirectoryInUse, DataDirectoryUnusable } from "./embedded/errors.ts";
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "./embedded/start.ts";
